// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/help.h"

#include "app/dbgr/command_language.h"
#include "app/dbgr/exit_codes.h"

namespace dbgr::app {

namespace {

constexpr auto kOptions = R"(Usage: dbgr [OPTIONS] LAUNCHER ARGUMENTS...
       dbgr mpiexec -n 4 ./program
       dbgr -n 4 ./program

Starts an MPI job under the debugger. Put dbgr in front of the command that you use to start it: everything from the
launcher on is left as it is. With a number of ranks in its place, dbgr takes its own launcher for one node, dbgrun
(see dbgrun --help), which runs programs of Open MPI 4 and 5, and programs without MPI. All ranks are held in MPI_Init until you let them go with 'continue' (F5 in the window).
Without a launcher, the window opens with a page on which a job can be started.

Options:
  --batch             work without a window: commands come from options, a pipe or the terminal
  -c, --command CMD   do this command; may be given more than once
  -x, --script FILE   do the commands of the file, one a line; -c and -x are done in the order given
                      (with --batch and without both, commands are read from standard input: a terminal or a pipe;
                      in the window they are done when all ranks are attached, and then it is yours)
  --keep-going        go on after a command that failed; without it, it ends a script (means --batch)
  --json              say everything as JSON, one object a line (means --batch)
  --timeout SECONDS   kill the job if the session takes longer (means --batch)
  --launch-timeout SECONDS
                      give the job so long to start (default 60)
  --stop=WHERE        hold the ranks in MPI_Init (init, the default), before the program's first instruction (exec),
                      at the end of MPI_Init (app), or nowhere (none)
  --record FILE       write what is done in the session to the new file, as a script for -x
  --log FILE          write what dbgr does to the file; - is standard error
  --log-level LEVEL   debug, info (default), warning or error
  -V, --version       show the version
  -h, --help          show this text

Commands (a unique beginning of a name will do; '#' begins a comment line):
)";

constexpr auto kAfterCommands = R"(
RANKS is a set such as 0-3,7, or all. EXPR and TEXT are the rest of the line as it stands.
Ctrl-C while a command waits stops the focused ranks; a second one within two seconds kills the job.
The end of the commands means 'quit'; after 'detach', dbgr stays until the job ends.

Exit status: that of the job, or
)";

std::string exitStatusHelp()
{
    std::string text;
    for (const ExitCodeInfo& info : kExitCodes)
        text += "  " + std::to_string(static_cast<int>(info.code)) + "  " + info.meaning + "\n";
    return text;
}

} // namespace

std::string helpText()
{
    return kOptions + commandHelp() + kAfterCommands + exitStatusHelp();
}

std::string versionText()
{
    return "dbgr " DBGR_VERSION;
}

} // namespace dbgr::app
