// SPDX-License-Identifier: BSD-3-Clause
// What is to be launched, whoever asked for it: a command line of dbgrun, or a spawn request of a tool or a process.
// Thread: any; plain values.
#pragma once

#include "pmix/server/requester.h"
#include "pmix/topology/topology.h"
#include "pmix/types/envar.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/clock.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::launcher {

/// One change of the environment, in the order given. \std PMIX_SET_ENVAR, PMIX_ADD_ENVAR, PMIX_UNSET_ENVAR ...
struct EnvironmentChange
{
    enum class Kind
    {
        Set,
        AddIfMissing,
        Unset,
        Prepend,
        Append,
    };
    Kind kind = Kind::Set;
    std::string name;
    std::string value;
    char separator = ':';
};

struct AppSpec
{
    /// argv[0] is looked for along the job's PATH unless it has a slash.
    std::vector<std::string> argv;
    /// 0: as many as "ppr" says, else one for each free slot.
    std::uint32_t processes = 1;
    std::vector<EnvironmentChange> environment;
    std::string workingDirectory; ///< empty: the launcher's own
    std::string psetName;         ///< PMIX_PSET_NAME
};

enum class BindTarget
{
    Default, ///< what it was mapped by; nothing when mapped by slot, oversubscribed or short of processors
    None,
    To, ///< Placement::bindTo
};

/// How ranks are given to the processes of one app that share objects of a level. \std PMIX_RANKBY
enum class RankOrder
{
    Fill, ///< all of the first object, then all of the second one
    Span, ///< one of each object, and again
};

/// \std PMIX_MAPBY, PMIX_RANKBY, PMIX_BINDTO, PMIX_PPR, PMIX_CPUS_PER_PROC
struct Placement
{
    /// Nothing: core. Node: by slot, one after the other without regard to the hardware.
    std::optional<pmix::HardwareLevel> mapBy;
    /// "ppr:N:LEVEL": this many for each object of mapBy; 0: not given.
    std::uint32_t perResource = 0;
    /// "PE=N": each process is bound to so many processors of its own; 0: not given.
    std::uint32_t cpusPerProcess = 0;
    /// Processors are hardware threads, not cores.
    bool hardwareThreads = false;
    /// Nothing: more processes than slots are fine unless the user said how many slots there are.
    std::optional<bool> oversubscribe;
    RankOrder rankOrder = RankOrder::Fill;
    BindTarget bind = BindTarget::Default;
    pmix::HardwareLevel bindTo = pmix::HardwareLevel::Core;
    /// Processes may be bound to the same processors.
    bool overload = false;
};

/// Who gets standard input; the others have /dev/null. \std PMIX_STDIN_TGT, PMIX_FWD_STDIN
struct StdinSpec
{
    enum class Kind
    {
        None,
        All,
        Ranks,
    };
    Kind kind = Kind::Ranks;
    util::RankSet ranks = util::RankSet::firstN(1);
};

/// How output is shown or kept. \std PMIX_IOF_TAG_OUTPUT and its like
struct OutputSpec
{
    bool tag = false;
    bool tagDetailed = false;
    bool tagFullname = false;
    bool rank = false;
    bool timestamp = false;
    bool xml = false;
    bool mergeStderr = false;
    bool raw = false;      ///< nothing is held back for the end of a line
    std::string file;      ///< PMIX_IOF_OUTPUT_TO_FILE
    std::string directory; ///< PMIX_IOF_OUTPUT_TO_DIRECTORY
    bool filePattern = false;
    bool fileOnly = false; ///< not on the terminal as well
};

/// Where processes wait for a debugger. \std PMIX_DEBUG_STOP_ON_EXEC, _IN_INIT, _IN_APP
struct HoldSpec
{
    enum class Point
    {
        None,
        Exec,
        Init,
        App,
    };
    Point point = Point::None;
    /// Nothing: all ranks.
    std::optional<util::RankSet> ranks;

    [[nodiscard]] bool holds(util::Rank rank) const
    {
        return point != Point::None && (!ranks || ranks->contains(rank));
    }
};

/// The job is the daemons of a debugger: not counted in anybody's slots. \std PMIX_DEBUGGER_DAEMONS, PMIX_DEBUG_TARGET
struct DebuggerSpec
{
    bool daemons = false;
    std::optional<pmix::Proc> target;
    std::uint16_t perNode = 0;
    std::uint16_t perProcess = 0;
};

/// Output that the asker wants for itself. \std PMIX_FWD_STDOUT ...
struct ForwardSpec
{
    bool standardOutput = false;
    bool standardError = false;
    bool diagnostics = false;
    std::vector<pmix::Info> directives; ///< PMIX_IOF_CACHE_SIZE and its like
};

struct JobSpec
{
    std::vector<AppSpec> apps;
    std::vector<EnvironmentChange> environment; ///< for all apps, before their own
    Placement placement;
    StdinSpec standardInput;
    OutputSpec output;
    HoldSpec hold;
    DebuggerSpec debugger;
    ForwardSpec forward;
    bool pseudoTerminals = false;
    bool notifyCompletion = false;
    bool notifyJobEvents = false;    ///< PMIX_NOTIFY_JOB_EVENTS, PMIX_REQUESTOR_IS_TOOL
    bool notifyProcessEnds = false;  ///< PMIX_NOTIFY_PROC_TERMINATION
    bool notifyAbnormalEnds = false; ///< PMIX_NOTIFY_PROC_ABNORMAL_TERMINATION
    bool silentTermination = false;  ///< PMIX_EVENT_SILENT_TERMINATION
    bool logJobEvents = false;       ///< PMIX_LOG_JOB_EVENTS
    bool logCompletion = false;      ///< PMIX_LOG_COMPLETION
    bool surviveTool = false;        ///< PMIX_NOHUP
    std::string execAgent;           ///< PMIX_EXEC_AGENT: a command line put before each process's own
    std::string forkExecAgent;       ///< PMIX_FORKEXEC_AGENT
    std::optional<util::Duration> jobTimeout;
    std::optional<util::Duration> spawnTimeout;
    /// Who spawned it, for PMIX_PARENT_ID and events; nothing for the command line.
    std::optional<pmix::Requester> requester;
    /// Infos that we do not act on, told to the job's processes as they are.
    std::vector<pmix::Info> passedOn;
};

} // namespace dbgr::launcher
