// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window: its name, where it stands in the menus, its words and its keys. The one table that
// menus, toolbar, command palette, and preferences read. Thread: any; constants.
#pragma once

#include <QtGlobal>

#include <span>

namespace dbgr::ui {

enum class MenuId
{
    File,
    Run,
    View,
    Ranks,
    Breakpoints,
    Tools,
    Help,
};

struct ActionInfo
{
    const char* name; ///< its QObject::objectName, and its place in the settings
    MenuId menu;
    bool separatorBefore;
    const char* text; ///< with the mnemonic
    const char* icon; ///< of our set; "" none
    const char* keys; ///< as QKeySequence reads them, several with "; "; "" none
    const char* tip;  ///< one sentence, for tooltip and status bar
};

/// In the order of the menus.
[[nodiscard]] std::span<const ActionInfo> actionTable();
/// "&File".
[[nodiscard]] const char* menuTitle(MenuId menu);

namespace action {

inline constexpr const char* kNewJob = "file.newJob";
inline constexpr const char* kAttach = "file.attach";
inline constexpr const char* kOpenCores = "file.openCores";
inline constexpr const char* kOpenSource = "file.openSource";
inline constexpr const char* kOpenSession = "file.openSession";
inline constexpr const char* kSaveSession = "file.saveSession";
inline constexpr const char* kSaveSessionAs = "file.saveSessionAs";
inline constexpr const char* kRecoverSession = "file.recoverSession";
inline constexpr const char* kDiscardLostSession = "file.discardLostSession";
inline constexpr const char* kSaveScript = "file.saveScript";
inline constexpr const char* kQuit = "file.quit";

inline constexpr const char* kContinue = "run.continue";
inline constexpr const char* kPause = "run.pause";
inline constexpr const char* kStopWaiting = "run.stopWaiting";
inline constexpr const char* kSample = "run.sample";
inline constexpr const char* kStepOver = "run.stepOver";
inline constexpr const char* kStepInto = "run.stepInto";
inline constexpr const char* kStepOut = "run.stepOut";
inline constexpr const char* kNextInstruction = "run.nextInstruction";
inline constexpr const char* kStepInstruction = "run.stepInstruction";
inline constexpr const char* kCall = "run.call";
inline constexpr const char* kSignals = "run.signals";
inline constexpr const char* kLimits = "run.limits";
inline constexpr const char* kStepTimes = "run.stepTimes";
inline constexpr const char* kRunToLine = "run.toLine";
inline constexpr const char* kUntilLine = "run.untilLine";
inline constexpr const char* kJump = "run.jump";
inline constexpr const char* kReturnNow = "run.return";
/// Can be checked.
inline constexpr const char* kStepAlone = "run.stepAlone";
/// The same; not both of them at once.
inline constexpr const char* kStepThreads = "run.stepThreads";
/// Can be checked, too.
inline constexpr const char* kStepTogether = "run.stepTogether";
inline constexpr const char* kFreezeThread = "run.freezeThread";
inline constexpr const char* kThawThread = "run.thawThread";
inline constexpr const char* kFreezeOthers = "run.freezeOthers";
inline constexpr const char* kThawAll = "run.thawAll";
inline constexpr const char* kRestart = "run.restart";
inline constexpr const char* kRestartWith = "run.restartWith";
inline constexpr const char* kDetach = "run.detach";
inline constexpr const char* kAttachAgain = "run.attachAgain";
inline constexpr const char* kKill = "run.kill";

inline constexpr const char* kFindInSource = "view.find";
inline constexpr const char* kGoToLine = "view.goToLine";
inline constexpr const char* kGoToPlace = "view.goToPlace";
inline constexpr const char* kGoToDefinition = "view.goToDefinition";
inline constexpr const char* kProgramFiles = "view.files";
inline constexpr const char* kSearchSources = "view.search";
inline constexpr const char* kOpenInEditor = "view.editor";
inline constexpr const char* kGoBack = "view.back";
inline constexpr const char* kGoForward = "view.forward";
inline constexpr const char* kToggleBookmark = "view.bookmark";
inline constexpr const char* kRemark = "view.remark";
inline constexpr const char* kNextBookmark = "view.nextBookmark";
inline constexpr const char* kPreviousBookmark = "view.previousBookmark";
inline constexpr const char* kBookmarks = "view.bookmarks";
/// Can be checked.
inline constexpr const char* kStacksByThread = "view.stacksByThread";
inline constexpr const char* kFrameOut = "view.frameOut";
inline constexpr const char* kFrameIn = "view.frameIn";
inline constexpr const char* kShowPlace = "view.showPlace";
inline constexpr const char* kMenuHere = "view.menuHere";
/// Can be checked.
inline constexpr const char* kSplitSource = "view.split";
inline constexpr const char* kSplitRank = "view.splitRank";
inline constexpr const char* kOtherView = "view.otherView";
inline constexpr const char* kFocusSource = "view.source";
inline constexpr const char* kResetLayout = "view.resetLayout";

inline constexpr const char* kFocusBox = "ranks.focusBox";
inline constexpr const char* kFocusAll = "ranks.focusAll";
inline constexpr const char* kFocusStopped = "ranks.focusStopped";
inline constexpr const char* kFocusRunning = "ranks.focusRunning";
inline constexpr const char* kFocusCrashed = "ranks.focusCrashed";
inline constexpr const char* kHold = "ranks.hold";
inline constexpr const char* kUnhold = "ranks.unhold";
/// Asked for by groupWanted() of group_action.h.
inline constexpr const char* kNewGroup = "ranks.newGroup";
inline constexpr const char* kFocusNext = "ranks.focusNext";
inline constexpr const char* kFocusPrevious = "ranks.focusPrevious";

inline constexpr const char* kToggleBreakpoint = "breakpoints.toggle";
inline constexpr const char* kTemporaryBreakpoint = "breakpoints.temporary";
inline constexpr const char* kNewBreakpoint = "breakpoints.new";
inline constexpr const char* kBarrier = "breakpoints.barrier";
inline constexpr const char* kFocusBreakpoint = "breakpoints.focus";
inline constexpr const char* kTrace = "breakpoints.trace";
inline constexpr const char* kWatchData = "breakpoints.watch";
inline constexpr const char* kWatchWrites = "breakpoints.watchWrites";
inline constexpr const char* kWatchReads = "breakpoints.watchReads";
inline constexpr const char* kWatchUses = "breakpoints.watchUses";
inline constexpr const char* kCatchThrow = "breakpoints.throw";
inline constexpr const char* kCatchMpi = "breakpoints.mpi";
inline constexpr const char* kCatchCalls = "breakpoints.calls";
inline constexpr const char* kCatchReports = "breakpoints.reports";
inline constexpr const char* kCatchSanitizer = "breakpoints.sanitizer";
inline constexpr const char* kCatchCaught = "breakpoints.caught";
inline constexpr const char* kCatchRethrow = "breakpoints.rethrow";
inline constexpr const char* kCatchExit = "breakpoints.exit";
inline constexpr const char* kCatchFork = "breakpoints.fork";
inline constexpr const char* kCatchExec = "breakpoints.exec";
inline constexpr const char* kCatchLoad = "breakpoints.load_library";
inline constexpr const char* kGroupBreakpoints = "breakpoints.group";
inline constexpr const char* kEnableGroup = "breakpoints.enableGroup";
inline constexpr const char* kDisableGroup = "breakpoints.disableGroup";
inline constexpr const char* kRemoveGroup = "breakpoints.removeGroup";
inline constexpr const char* kEnableBreakpoints = "breakpoints.enableAll";
inline constexpr const char* kDisableBreakpoints = "breakpoints.disableAll";
inline constexpr const char* kRemoveBreakpoints = "breakpoints.removeAll";
inline constexpr const char* kLoadBreakpoints = "breakpoints.load";
inline constexpr const char* kSaveBreakpoints = "breakpoints.save";

inline constexpr const char* kCommandPalette = "tools.palette";
inline constexpr const char* kPathMappings = "tools.pathMappings";
inline constexpr const char* kPreferences = "tools.preferences";

inline constexpr const char* kHelpHere = "help.here";
inline constexpr const char* kManual = "help.manual";
inline constexpr const char* kShortcuts = "help.keys";
inline constexpr const char* kDoctor = "help.doctor";
inline constexpr const char* kAbout = "help.about";

} // namespace action

} // namespace dbgr::ui
