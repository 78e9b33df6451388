// SPDX-License-Identifier: GPL-3.0-or-later
// What every dock and page of the window is given: the session as signals, and the things that they all share. Made by
// the window's owner, outlives all of them. Thread: GUI.
#pragma once

namespace dbgr::session {
class JobDirectory;
}

namespace dbgr::ui {

class Actions;
class CurrentPlace;
class Notices;
class SessionBridge;
class Settings;
class Theme;

struct UiContext
{
    SessionBridge& bridge;
    CurrentPlace& place;
    Notices& notices;
    Settings& settings;
    Theme& theme;
    Actions& actions;
    session::JobDirectory* jobs = nullptr; ///< what runs on this machine; null: nobody can tell
};

} // namespace dbgr::ui
