// SPDX-License-Identifier: GPL-3.0-or-later
// What a portable installation does for the Qt that it brings; of no effect in others. Thread: that of the window.
#pragma once

namespace dbgr::app {

/// Before there is a QApplication. Plugins come from the installation, and from nowhere else: what QT_PLUGIN_PATH leads
/// to is made for another Qt. Fonts of the installation are beside the machine's, which may have none.
void prepareOwnQt();

/// With a QApplication, before anything is started: what only the environment can say to libraries is taken out of it
/// again, so that launchers and ranks do not inherit it.
void tidyUpAfterQt();

} // namespace dbgr::app
