// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/help.h"

#include "app/dbgr/command_language.h"
#include "app/dbgr/exit_codes.h"

namespace dbgr::app {

namespace {

constexpr auto kOptions = R"(Usage: dbgr [OPTIONS] LAUNCHER ARGUMENTS...
       dbgr mpiexec -n 4 ./program
       dbgr -n 4 ./program
       dbgr --jobs
       dbgr --attach PID
       dbgr --stacks PID
       dbgr FILE.dbgr
       dbgr --core 'core.*' ./program
       dbgr doctor [NODE...]
       dbgr report [FOLDER] [--with-log FILE] [--yes]

Starts an MPI job under the debugger. Put dbgr in front of the command that you use to start it: everything from the
launcher on is left as it is. With a number of ranks in its place, dbgr takes its own launcher for one node, dbgrun
(see dbgrun --help), which runs programs of Open MPI 4 and 5, and programs without MPI. All ranks are held in MPI_Init
(under MPICH's mpiexec and Slurm's srun: before their first instruction) until you let them go with 'continue' (F5 in
the window). Without a launcher, the window opens with a page on which a job can be started or attached to.

'dbgr doctor' looks whether dbgr can work on this node, and on those named (reached by srun in an allocation of Slurm, else
by ssh), and says of each thing what is fine, what is not, and what to do; with --json one a line. Its exit status is 1 if
something will not work. 'dbgr report' shows, and then writes to a folder, what helps those who are to mend a fault of dbgr:
versions, what the doctor says, and the end of a log that an earlier --log wrote; none of your program or its data.

A job that was attached to is yours: it goes on when dbgr ends, however dbgr ends.

Options:
  --batch             work without a window: commands come from options, a pipe or the terminal
  -c, --command CMD   do this command; may be given more than once
  -x, --script FILE   do the commands of the file, one a line; -c and -x are done in the order given
                      (with --batch and without both, commands are read from standard input: a terminal or a pipe;
                      in the window they are done when all ranks are attached, and then it is yours)
  --jobs              list your jobs that run on this node, and what could be attached to (with --json: one a line)
  --session FILE      open a session file: its job, or the one behind it, with its breakpoints, groups and focus;
                      FILE.dbgr alone in the launcher's place means the same (the window shows its command, and waits)
  --attach PID        attach to the job of a running launcher: mpiexec, mpirun, prterun, dbgrun, srun
  --attach NAME       attach to a job by its PMIx name: prterun-node1-4711@1
  --connect WHERE     attach to the job of a PMIx server: its URI, a file with it, or system
  --attach-pids PID,PID,...
                      attach to processes of this node, whoever started them
  --core FILE         look at core files as at one job; FILE may be a pattern in quotes ('core.*'), and be given more
                      than once; the program is named behind it
  --ranks RANKS       attach to these ranks only: 0-3,7
  --stacks [JOB]      say where all threads of a running job are, as one tree, and let it go on: JOB is what --attach,
                      --connect or --attach-pids take, or one of these is given (with --json: as the command 'sample')
  --repeat N          with --stacks: N times, all together in one tree
  --every SECONDS     and so long is it from one to the next (default 1)
  --dot, --folded, --svg
                      and as a graph for Graphviz, as lines for what draws flame graphs, or as a picture
  --keep-going        go on after a command that failed; without it, it ends a script (means --batch)
  --json              say everything as JSON, one object a line (means --batch)
  --timeout SECONDS   kill the job (let it go, if it was attached to) if the session takes longer (means --batch)
  --launch-timeout SECONDS
                      give the job so long to start, or to be attached to (default 60)
  --lost-after SECONDS
                      give up a node of which nothing is heard for so long: 15 to 3600 (default 180); after 10 its
                      silence is told
  --stop=WHERE        hold the ranks in MPI_Init (init, the default), before the program's first instruction (exec),
                      at the end of MPI_Init (app), or nowhere (none)
  --push-daemons      nodes on which dbgr is not installed are given what they need by the launcher, in a folder that is
                      gone when the session ends
  --record FILE       write what is done in the session to the new file, as a script for -x
  --log FILE          write what dbgr does to the file; - is standard error
  --log-level LEVEL   debug, info (default), warning or error
  -V, --version       show the version
  --verbose           with --version: that of every part of dbgr and of the libraries that it runs with
  -h, --help          show this text

Commands (a unique beginning of a name will do; '#' begins a comment line):
)";

constexpr auto kAfterCommands = R"(
At a terminal continue, step, next, finish and wait return half a second after the first stop, and say who still runs;
--all waits for all there, too. 'wait SECONDS' waits no longer than that.
RANKS is a set such as 0-3,7, or all. EXPR and TEXT are the rest of the line as it stands.
Ctrl-C while a command waits stops the focused ranks; a second one within two seconds kills the job, or lets go of one
that was attached to.
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
