// SPDX-License-Identifier: GPL-3.0-or-later
// What all views of the source share, whichever rank they show: texts, commands, bookmarks. Thread: GUI.
#pragma once

namespace dbgr::ui {

class Bookmarks;
class SourceCommands;
class SourceStore;

struct SourceTools
{
    SourceStore& store;
    SourceCommands& commands;
    Bookmarks& bookmarks;
};

} // namespace dbgr::ui
