// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/action_table.h"

#include <QCoreApplication>

namespace dbgr::ui {

namespace {

using namespace action;

constexpr ActionInfo kActions[] = {
    {kNewJob, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "&New Job..."), "launch", "Ctrl+N",
     QT_TRANSLATE_NOOP("Actions", "Goes to the start page, to start another job")},
    {kAttach, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "&Attach to a Running Job..."), "attach", "Ctrl+J",
     QT_TRANSLATE_NOOP("Actions", "Lists the jobs that run on this machine, to look into one of them")},
    {kOpenCores, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Open &Core Files..."), "", "Ctrl+Shift+O",
     QT_TRANSLATE_NOOP("Actions", "Shows what crashed ranks left behind as one job")},
    {kOpenSource, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Open Source File..."), "open", "Ctrl+O",
     QT_TRANSLATE_NOOP("Actions", "Shows a source file, to set breakpoints in it")},
    {kOpenSession, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "Open S&ession..."), "", "Ctrl+Alt+O",
     QT_TRANSLATE_NOOP("Actions", "Puts a saved session back: command, breakpoints, groups, watches, layout")},
    {kSaveSession, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Sa&ve Session"), "", "Ctrl+Shift+S",
     QT_TRANSLATE_NOOP("Actions", "Saves command, breakpoints, groups, watches and layout in the session's file")},
    {kSaveSessionAs, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Save Sess&ion As..."), "", "Ctrl+Alt+S",
     QT_TRANSLATE_NOOP("Actions", "Saves the session in another file")},
    {kRecoverSession, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "Recover &Lost Session"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Puts back what a dbgr had that ended before its session was closed")},
    {kDiscardLostSession, MenuId::File, false, QT_TRANSLATE_NOOP("Actions", "&Discard Lost Session"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Removes what a dbgr had that ended before its session was closed")},
    {kSaveScript, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Save as Script..."), "save", "Ctrl+S",
     QT_TRANSLATE_NOOP("Actions", "Writes what was done so far as commands for dbgr --batch --script")},
    {kQuit, MenuId::File, true, QT_TRANSLATE_NOOP("Actions", "&Quit"), "", "Ctrl+Q",
     QT_TRANSLATE_NOOP("Actions", "Ends dbgr; asks first when a job would be lost")},

    {kContinue, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Continue"), "continue", "F5",
     QT_TRANSLATE_NOOP("Actions", "Lets the stopped ranks of the focus run on")},
    {kPause, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Pause"), "pause", "F6",
     QT_TRANSLATE_NOOP("Actions", "Stops the running ranks of the focus where they are")},
    {kSample, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Sampl&e"), "", "Shift+F6",
     QT_TRANSLATE_NOOP("Actions", "Shows in Stacks where the ranks of the focus are, running ones too, which go on")},
    {kStopWaiting, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Stop Waitin&g"), "", "Shift+Esc",
     QT_TRANSLATE_NOOP("Actions", "Ends what ranks are being asked: what has been answered by now is shown")},
    {kStepOver, MenuId::Run, true, QT_TRANSLATE_NOOP("Actions", "Step &Over"), "step-over", "F10",
     QT_TRANSLATE_NOOP("Actions", "Runs the focus to the next line of the same function")},
    {kStepInto, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Step &Into"), "step-into", "F11",
     QT_TRANSLATE_NOOP("Actions", "Runs the focus to the next line, into functions that are called")},
    {kStepOut, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Step O&ut"), "step-out", "Shift+F11",
     QT_TRANSLATE_NOOP("Actions", "Runs the focus until the function has returned")},
    {kNextInstruction, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Step O&ver Instruction"), "", "Alt+F10",
     QT_TRANSLATE_NOOP("Actions", "Runs one instruction of the focus, over functions that it calls")},
    {kStepInstruction, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Step Into I&nstruction"), "", "Alt+F11",
     QT_TRANSLATE_NOOP("Actions", "Runs one instruction of the focus, into functions that it calls")},
    {kStepTimes, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Step Over Several Lines..."), "", "Ctrl+K, N",
     QT_TRANSLATE_NOOP("Actions", "Runs the focus over as many lines as you say, with one stop at their end")},
    {kRunToLine, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Run to &Line"), "run-to-line", "Ctrl+F10",
     QT_TRANSLATE_NOOP("Actions",
                       "Lets each rank of the focus run until it comes to the cursor's line, or stops before")},
    {kUntilLine, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Run Until Line"), "", "Ctrl+K, D",
     QT_TRANSLATE_NOOP("Actions", "Lets the focus run to the cursor's line, past deeper calls of the function in which "
                                  "it stands, and no further than that function's end")},
    {kJump, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Jump to Line..."), "", "Ctrl+Shift+F10",
     QT_TRANSLATE_NOOP("Actions", "Has the focus go on at the cursor's line, without running what lies between")},
    {kReturnNow, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Return Fro&m Function..."), "", "Ctrl+Shift+F11",
     QT_TRANSLATE_NOOP("Actions", "Has the focus leave its function without running what is left of it")},
    {kCall, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "C&all Function..."), "", "Ctrl+K, A",
     QT_TRANSLATE_NOOP("Actions", "Calls functions of the program in the focus, and shows what they give")},
    {kSignals, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Si&gnals..."), "", "Ctrl+K, S",
     QT_TRANSLATE_NOOP("Actions", "Which signals stop ranks, and which reach them")},
    {kLimits, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Li&mits of Ranks..."), "", "Ctrl+K, I",
     QT_TRANSLATE_NOOP("Actions", "How much memory, stack and core file the system lets the focus have")},
    {kStepAlone, MenuId::Run, true, QT_TRANSLATE_NOOP("Actions", "Steps Move One &Thread Only"), "", "Alt+Shift+F10",
     QT_TRANSLATE_NOOP("Actions", "While it is on, steps leave the other threads of each rank standing")},
    {kStepThreads, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Steps Keep Threads Together"), "", "Alt+Shift+F9",
     QT_TRANSLATE_NOOP(
         "Actions", "While it is on, all threads of a rank that stand in the line of the chosen one step with it, and "
                    "wait for each other")},
    {kStepTogether, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Steps Keep Ranks Together"), "", "Alt+Shift+F11",
     QT_TRANSLATE_NOOP("Actions",
                       "While it is on, only ranks that are where the leading one is step with it; others catch "
                       "up, or wait for it")},
    {kFreezeThread, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Freeze Thread"), "", "Alt+Z",
     QT_TRANSLATE_NOOP("Actions", "The chosen thread stands while its rank runs, until it is thawed")},
    {kThawThread, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "T&haw Thread"), "", "Alt+Shift+Z",
     QT_TRANSLATE_NOOP("Actions", "The chosen thread runs again with its rank")},
    {kFreezeOthers, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Freeze Oth&er Threads"), "", "Ctrl+Alt+Z",
     QT_TRANSLATE_NOOP("Actions", "All threads of the rank but the chosen one stand while it runs")},
    {kThawAll, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Tha&w All Threads"), "", "Ctrl+Alt+Shift+Z",
     QT_TRANSLATE_NOOP("Actions", "Lets all frozen threads of the focus run again with their ranks")},
    {kRestart, MenuId::Run, true, QT_TRANSLATE_NOOP("Actions", "&Restart"), "restart", "Ctrl+Shift+F5",
     QT_TRANSLATE_NOOP("Actions", "Starts the same job anew, with the same breakpoints")},
    {kRestartWith, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "Restart &With..."), "", "Ctrl+Alt+F5",
     QT_TRANSLATE_NOOP("Actions", "Starts the job anew with another command, folder or environment")},
    {kDetach, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Detach"), "detach", "Ctrl+Shift+D",
     QT_TRANSLATE_NOOP("Actions", "Takes the debugger out of all ranks; the job goes on by itself")},
    {kAttachAgain, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Attach Again"), "attach", "Ctrl+Shift+J",
     QT_TRANSLATE_NOOP(
         "Actions", "Gets hold of the same running job, or of its lost ranks, once more, with the same breakpoints")},
    {kKill, MenuId::Run, false, QT_TRANSLATE_NOOP("Actions", "&Kill Job"), "kill", "Shift+F5",
     QT_TRANSLATE_NOOP("Actions", "Ends all ranks with force")},

    {kFindInSource, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Find in Source"), "find", "Ctrl+F",
     QT_TRANSLATE_NOOP("Actions", "Finds text in the source file shown")},
    {kGoToLine, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Go to Line..."), "", "Ctrl+G",
     QT_TRANSLATE_NOOP("Actions", "Goes to a line of the source file shown")},
    {kGoToPlace, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Go to F&unction or File..."), "", "Ctrl+P",
     QT_TRANSLATE_NOOP("Actions", "Finds functions and source files of the program by a few letters of their names")},
    {kGoToDefinition, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Go to &Definition"), "", "F12",
     QT_TRANSLATE_NOOP("Actions",
                       "Shows what declares the name at the cursor: a function, a variable, a member, a type")},
    {kProgramFiles, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Program Files..."), "", "Ctrl+Shift+E",
     QT_TRANSLATE_NOOP("Actions", "Shows the program's source files as a tree of folders")},
    {kSearchSources, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "F&ind in Files..."), "find", "Ctrl+Alt+F",
     QT_TRANSLATE_NOOP("Actions", "Finds lines in all source files of the program")},
    {kOpenInEditor, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Open in &Editor"), "", "Ctrl+E",
     QT_TRANSLATE_NOOP("Actions", "Opens the source file shown in your own editor, at this line")},
    {kGoBack, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&Back"), "", "Alt+Shift+Left",
     QT_TRANSLATE_NOOP("Actions", "Goes back to where you were in the sources")},
    {kGoForward, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "F&orward"), "", "Alt+Shift+Right",
     QT_TRANSLATE_NOOP("Actions", "Goes forward again, after Back")},
    {kShowPlace, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Show &Current Place"), "place", "Ctrl+.",
     QT_TRANSLATE_NOOP("Actions", "Shows where the leading rank stands")},
    {kToggleBookmark, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "Boo&kmark This Line"), "", "Ctrl+M",
     QT_TRANSLATE_NOOP("Actions", "Marks the cursor's line, to come back to it, or takes the mark away")},
    {kRemark, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Bookmark with Re&mark..."), "", "Ctrl+Shift+M",
     QT_TRANSLATE_NOOP("Actions", "Marks the cursor's line, with words of yours")},
    {kNextBookmark, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "&Next Bookmark"), "", "Alt+PgDown",
     QT_TRANSLATE_NOOP("Actions", "Goes to the next line that is marked, in this file or another")},
    {kPreviousBookmark, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Pre&vious Bookmark"), "", "Alt+PgUp",
     QT_TRANSLATE_NOOP("Actions", "Goes to the line before that is marked, in this file or another")},
    {kBookmarks, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Boo&kmarks..."), "", "Ctrl+Alt+M",
     QT_TRANSLATE_NOOP("Actions", "Lists the lines that are marked, to go to one or to remove it")},
    {kFrameOut, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&Caller"), "frame-out", "Ctrl+Up",
     QT_TRANSLATE_NOOP("Actions", "Goes one frame outwards, to the caller")},
    {kFrameIn, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Ca&llee"), "frame-in", "Ctrl+Down",
     QT_TRANSLATE_NOOP("Actions", "Goes one frame inwards, to the function that was called")},
    {kStacksByThread, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Stacks by &Thread"), "", "Ctrl+K, B",
     QT_TRANSLATE_NOOP("Actions", "While it is on, merged stacks say which threads are where, not only which ranks")},
    {kSplitSource, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "Spli&t Source View"), "", "Ctrl+Alt+V",
     QT_TRANSLATE_NOOP("Actions",
                       "Shows where the leading rank stands in a second view, which stays with that rank; or "
                       "closes it")},
    {kSplitRank, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Show &Rank in Second View..."), "", "Ctrl+Alt+R",
     QT_TRANSLATE_NOOP("Actions", "Shows where a rank that you type stands, beside the leading one")},
    {kOtherView, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Ot&her Source View"), "", "Ctrl+F6",
     QT_TRANSLATE_NOOP("Actions", "Puts the keyboard into the other one of the two views of the source")},
    {kFocusSource, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Back to &Source"), "", "Esc",
     QT_TRANSLATE_NOOP("Actions", "Puts the keyboard into the source")},
    {kMenuHere, MenuId::View, false, QT_TRANSLATE_NOOP("Actions", "Menu of What Has the Keyboard"), "", "Shift+F10",
     QT_TRANSLATE_NOOP("Actions", "Opens the menu that a click with the right button would")},
    {kResetLayout, MenuId::View, true, QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Puts all docks back to where they were at first")},

    {kFocusBox, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "&Focus on..."), "", "Ctrl+Shift+F",
     QT_TRANSLATE_NOOP("Actions", "Type the ranks that commands and views are about, such as 0-3,7")},
    {kFocusAll, MenuId::Ranks, true, QT_TRANSLATE_NOOP("Actions", "&All Ranks"), "", "Ctrl+Shift+A",
     QT_TRANSLATE_NOOP("Actions", "Focuses on all ranks of the job")},
    {kFocusStopped, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "&Stopped Ranks"), "", "Ctrl+K, T",
     QT_TRANSLATE_NOOP("Actions", "Focuses on the ranks that stand")},
    {kFocusRunning, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "&Running Ranks"), "", "Ctrl+K, R",
     QT_TRANSLATE_NOOP("Actions", "Focuses on the ranks that run")},
    {kFocusCrashed, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "&Crashed Ranks"), "", "Ctrl+K, C",
     QT_TRANSLATE_NOOP("Actions", "Focuses on the ranks that crashed")},
    {kHold, MenuId::Ranks, true, QT_TRANSLATE_NOOP("Actions", "Put on &Hold"), "", "Ctrl+Shift+H",
     QT_TRANSLATE_NOOP("Actions", "The focus stands while others go, until it is taken off hold")},
    {kUnhold, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "Take &Off Hold"), "", "Ctrl+Alt+H",
     QT_TRANSLATE_NOOP("Actions", "The focus goes along again, and waits at no barrier")},
    {kNewGroup, MenuId::Ranks, true, QT_TRANSLATE_NOOP("Actions", "Make &Group..."), "", "Ctrl+Shift+G",
     QT_TRANSLATE_NOOP("Actions", "Names the ranks that are selected in the grid, or else the focus")},
    {kFocusNext, MenuId::Ranks, true, QT_TRANSLATE_NOOP("Actions", "&Next Rank"), "", "Alt+Right",
     QT_TRANSLATE_NOOP("Actions", "The next rank of the focus leads")},
    {kFocusPrevious, MenuId::Ranks, false, QT_TRANSLATE_NOOP("Actions", "&Previous Rank"), "", "Alt+Left",
     QT_TRANSLATE_NOOP("Actions", "The previous rank of the focus leads")},

    {kToggleBreakpoint, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Toggle Breakpoint"), "breakpoint",
     "F9", QT_TRANSLATE_NOOP("Actions", "Sets a breakpoint at the cursor's line, or removes it")},
    {kTemporaryBreakpoint, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Breakpoint for &Once"), "",
     "Shift+F9", QT_TRANSLATE_NOOP("Actions", "Each rank stops once at the cursor's line")},
    {kBarrier, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Barrier"), "", "Ctrl+F9",
     QT_TRANSLATE_NOOP("Actions",
                       "The ranks of the focus gather at the cursor's line: who comes waits for the others")},
    {kFocusBreakpoint, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Set for &Focus Only"), "",
     "Ctrl+Shift+F9", QT_TRANSLATE_NOOP("Actions", "Only the ranks of the focus stop at the cursor's line")},
    {kTrace, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Log Values at Line..."), "", "Ctrl+Alt+F9",
     QT_TRANSLATE_NOOP("Actions", "Ranks that come to the cursor's line log values that you name, and do not stop")},
    {kNewBreakpoint, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&New Breakpoint..."), "", "Ctrl+B",
     QT_TRANSLATE_NOOP("Actions", "Sets a breakpoint at a function or line that you type")},
    {kWatchData, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Watch Data..."), "", "Ctrl+Alt+B",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when data that you type becomes another value")},
    {kWatchWrites, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Watch Writes..."), "", "Ctrl+K, 1",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when data that you type is written, also with the value that it has")},
    {kWatchReads, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Watch Reads..."), "", "Ctrl+K, 2",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when data that you type is read")},
    {kWatchUses, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Watch Reads and Writes..."), "", "Ctrl+K, 3",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when data that you type is read or written")},
    {kCatchReports, MenuId::Breakpoints, true, QT_TRANSLATE_NOOP("Actions", "Catch Error Report&s"), "", "Ctrl+K, P",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks where a sanitizer with which they were compiled reports an error, and "
                                  "where one of MPI is about to end them")},
    {kCatchMpi, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch &MPI Errors"), "", "Ctrl+K, M",
     QT_TRANSLATE_NOOP("Actions",
                       "Stops ranks when an MPI call fails, before its error handler, and when they call MPI_Abort")},
    {kCatchSanitizer, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch Saniti&zers"), "", "Ctrl+K, Z",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when a sanitizer with which they were compiled finds something")},
    {kCatchThrow, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch C++ E&xceptions"), "", "Ctrl+K, X",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they throw an exception of C++")},
    {kCatchCaught, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch C++ &Handlers"), "", "Ctrl+K, H",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they catch an exception of C++")},
    {kCatchRethrow, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Catch C++ Rethrows"), "", "Ctrl+K, W",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they throw an exception of C++ once more")},
    {kCatchExit, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch Exit of Ran&ks"), "", "Ctrl+K, E",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they exit by themselves")},
    {kCatchFork, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch Forkin&g"), "", "Ctrl+K, F",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they make another process")},
    {kCatchExec, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch Exec&ution of Programs"), "",
     "Ctrl+K, U", QT_TRANSLATE_NOOP("Actions", "Stops ranks when they are about to become another program")},
    {kCatchLoad, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch Lo&aded Libraries"), "", "Ctrl+K, L",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks when they are about to load a library")},
    {kCatchCalls, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Catch S&ystem Calls..."), "", "Ctrl+K, Y",
     QT_TRANSLATE_NOOP("Actions", "Stops ranks before and after system calls whose names you type, or all of them")},
    {kGroupBreakpoints, MenuId::Breakpoints, true, QT_TRANSLATE_NOOP("Actions", "Put into Group..."), "", "Ctrl+Alt+G",
     QT_TRANSLATE_NOOP("Actions", "Names a group for the selected breakpoints, which are switched together then")},
    {kEnableGroup, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Enable Its Group"), "", "Ctrl+K, G",
     QT_TRANSLATE_NOOP("Actions", "Enables all breakpoints of the group that the selected one is in")},
    {kDisableGroup, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Disable Its Group"), "", "Ctrl+K, V",
     QT_TRANSLATE_NOOP("Actions", "Disables all breakpoints of the group that the selected one is in")},
    {kRemoveGroup, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Remove Its Group"), "", "Ctrl+K, 0",
     QT_TRANSLATE_NOOP("Actions", "Removes all breakpoints of the group that the selected one is in")},
    {kEnableBreakpoints, MenuId::Breakpoints, true, QT_TRANSLATE_NOOP("Actions", "&Enable All"), "", "Ctrl+K, K", ""},
    {kDisableBreakpoints, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Disable All"), "", "Ctrl+K, J",
     ""},
    {kRemoveBreakpoints, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "&Remove All"), "", "Ctrl+K, Q", ""},
    {kLoadBreakpoints, MenuId::Breakpoints, true, QT_TRANSLATE_NOOP("Actions", "&Import..."), "", "Ctrl+Shift+I",
     QT_TRANSLATE_NOOP("Actions", "Sets the breakpoints of a session file, beside those that there are")},
    {kSaveBreakpoints, MenuId::Breakpoints, false, QT_TRANSLATE_NOOP("Actions", "Ex&port..."), "", "Ctrl+Alt+I",
     QT_TRANSLATE_NOOP("Actions", "Saves all breakpoints in a file, for other sessions and other people")},

    {kCommandPalette, MenuId::Tools, false, QT_TRANSLATE_NOOP("Actions", "Command &Palette..."), "palette",
     "Ctrl+Shift+P", QT_TRANSLATE_NOOP("Actions", "Finds every command by its name")},
    {kPathMappings, MenuId::Tools, true, QT_TRANSLATE_NOOP("Actions", "Source &Folders..."), "", "Ctrl+K, O",
     QT_TRANSLATE_NOOP("Actions", "Where sources are that were moved since the program was built")},
    {kPreferences, MenuId::Tools, false, QT_TRANSLATE_NOOP("Actions", "P&references..."), "preferences", "Ctrl+,",
     QT_TRANSLATE_NOOP("Actions", "Theme, fonts, keys, launch and limits")},

    {kHelpHere, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Help on This"), "help", "F1",
     QT_TRANSLATE_NOOP("Actions", "Opens the page of the manual about what has the keyboard")},
    {kManual, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Manual"), "", "Shift+F1",
     QT_TRANSLATE_NOOP("Actions", "Opens the list of all pages of the manual, to read and to search")},
    {kShortcuts, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Keys"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Lists all keys")},
    {kDoctor, MenuId::Help, false, QT_TRANSLATE_NOOP("Actions", "&Doctor"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Looks whether dbgr can work on this machine, and says what to do if not")},
    {kAbout, MenuId::Help, true, QT_TRANSLATE_NOOP("Actions", "&About dbgr"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Version and licences")},
};

} // namespace

std::span<const ActionInfo> actionTable()
{
    return kActions;
}

const char* menuTitle(MenuId menu)
{
    switch (menu) {
    case MenuId::File:
        return QT_TRANSLATE_NOOP("Actions", "&File");
    case MenuId::Run:
        return QT_TRANSLATE_NOOP("Actions", "&Run");
    case MenuId::View:
        return QT_TRANSLATE_NOOP("Actions", "&View");
    case MenuId::Ranks:
        return QT_TRANSLATE_NOOP("Actions", "R&anks");
    case MenuId::Breakpoints:
        return QT_TRANSLATE_NOOP("Actions", "&Breakpoints");
    case MenuId::Tools:
        return QT_TRANSLATE_NOOP("Actions", "&Tools");
    case MenuId::Help:
        return QT_TRANSLATE_NOOP("Actions", "&Help");
    }
    return "";
}

} // namespace dbgr::ui
