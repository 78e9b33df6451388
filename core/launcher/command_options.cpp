// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/command_options.h"

#include "launcher/placement.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace dbgr::launcher {

using pmix::Status;
using Target = OptionTarget;
using Done = util::Result<void>;
using Text = std::string_view;

namespace {

tl::unexpected<util::Error> badOption(std::string detail, std::string advice = {})
{
    return util::fail(Status::ErrBadParam, std::move(detail), std::move(advice));
}

Done readNumber(Text value, std::uint32_t& number)
{
    const auto read = util::parseNumber<std::uint32_t>(value);
    if (!read || *read == 0)
        return badOption("'" + std::string(value) + "' is no number above 0");
    number = *read;
    return util::ok();
}

Done readSeconds(Text value, std::optional<util::Duration>& limit)
{
    std::uint32_t seconds = 0;
    DBGR_TRY(readNumber(value, seconds));
    limit = std::chrono::seconds(seconds);
    return util::ok();
}

Done readHold(Command& command, HoldSpec::Point point, Text ranks)
{
    HoldSpec& hold = command.job.hold;
    if (hold.point != HoldSpec::Point::None && hold.point != point)
        return badOption("the processes are already to stop elsewhere",
                         "give one of --stop-on-exec, --stop-in-init and "
                         "--stop-in-app");
    hold.point = point;
    if (ranks.empty() || ranks == "all") {
        hold.ranks.reset();
        return util::ok();
    }
    DBGR_TRY(hold.ranks, util::RankSet::parse(ranks, {}));
    return util::ok();
}

Done readStdin(Command& command, Text value)
{
    StdinSpec& input = command.job.standardInput;
    if (value == "all" || value == "none") {
        input = {value == "all" ? StdinSpec::Kind::All : StdinSpec::Kind::None, {}};
        return util::ok();
    }
    DBGR_TRY(util::RankSet ranks, util::RankSet::parse(value, {}));
    input = {StdinSpec::Kind::Ranks, std::move(ranks)};
    return util::ok();
}

Done readOutputWord(OutputSpec& output, Text word)
{
    using Flag = std::pair<Text, bool OutputSpec::*>;
    constexpr std::array kFlags{Flag{"tag", &OutputSpec::tag},
                                Flag{"tag-detailed", &OutputSpec::tagDetailed},
                                Flag{"tag-fullname", &OutputSpec::tagFullname},
                                Flag{"timestamp", &OutputSpec::timestamp},
                                Flag{"rank", &OutputSpec::rank},
                                Flag{"xml", &OutputSpec::xml},
                                Flag{"merge", &OutputSpec::mergeStderr},
                                Flag{"merge-stderr-to-stdout", &OutputSpec::mergeStderr},
                                Flag{"raw", &OutputSpec::raw},
                                Flag{"nocopy", &OutputSpec::fileOnly},
                                Flag{"pattern", &OutputSpec::filePattern}};
    if (word.starts_with("dir=") && word.size() > 4)
        output.directory = word.substr(4);
    else if (word.starts_with("file=") && word.size() > 5)
        output.file = word.substr(5);
    else if (const auto* const flag = std::ranges::find(kFlags, word, &Flag::first); flag != kFlags.end())
        output.*(flag->second) = true;
    else
        return badOption("'" + std::string(word) + "' is no way of output",
                         "give tag, tag-detailed, tag-fullname, timestamp, rank, xml, merge, raw, dir=DIR, file=FILE, "
                         "pattern or nocopy");
    return util::ok();
}

Done readOutput(Command& command, Text value)
{
    for (Text word : util::split(value, ',')) {
        // prterun's form: qualifiers stand behind colons.
        for (auto colon = word.rfind(':'); colon != Text::npos; colon = word.rfind(':')) {
            const Text qualifier = word.substr(colon + 1);
            if (qualifier != "nocopy" && qualifier != "raw" && qualifier != "pattern")
                break; // part of a file's name
            DBGR_TRY(readOutputWord(command.job.output, qualifier));
            word = word.substr(0, colon);
        }
        DBGR_TRY(readOutputWord(command.job.output, word));
    }
    return util::ok();
}

/// Without a value there is nothing to do: processes have our environment anyway.
Done readVariable(AppSpec& app, Text value)
{
    const auto equals = value.find('=');
    if (equals == 0 || value.empty())
        return badOption("'" + std::string(value) + "' names no variable", "give VAR or VAR=VALUE");
    if (equals != Text::npos)
        app.environment.push_back({EnvironmentChange::Kind::Set, std::string(value.substr(0, equals)),
                                   std::string(value.substr(equals + 1)), ':'});
    return util::ok();
}

using enum OptionSection;

// clang-format off
constexpr std::array kOptions{
    OptionInfo{Processes, "n,np,c", "N",
        "so many processes of the program that follows (default: one for each\n"
        "free slot)",
        [](Target t, Text v) { return readNumber(v, t.app.processes); }},
    OptionInfo{Processes, "x", "VAR[=VALUE]",
        "give the program's processes this variable; they have all of dbgrun's\n"
        "own anyway",
        [](Target t, Text v) { return readVariable(t.app, v); }},
    OptionInfo{Processes, "wdir,wd,d", "DIR",
        "start the program's processes in this folder",
        [](Target t, Text v) { t.app.workingDirectory = v; return util::ok(); }},
    OptionInfo{Processes, "pset", "NAME",
        "make the program's processes a process set of this name",
        [](Target t, Text v) { t.app.psetName = v; return util::ok(); }},
    OptionInfo{Processes, "mca", "NAME VALUE",
        "set a parameter of Open MPI: the variable OMPI_MCA_NAME",
        [](Target t, Text v) { return readVariable(t.app, "OMPI_MCA_" + std::string(v)); }},

    OptionInfo{Placement, "host-slots", "N",
        "this node has so many slots (default: one for each core, and more\n"
        "processes than that are fine)",
        [](Target t, Text v) { return readNumber(v, t.command.hostSlots.emplace()); }},
    OptionInfo{Placement, "map-by", "PLACE[:WORD...]",
        "slot, hwthread, core (default), l1cache, l2cache, l3cache, numa, package,\n"
        "node or ppr:N:PLACE (N processes for each place); words: PE=N (N\n"
        "processors for each process), OVERSUBSCRIBE, NOOVERSUBSCRIBE, HWTCPUS\n"
        "(processors are hardware threads), SPAN",
        [](Target t, Text v) { return parseMapBy(v, t.command.job.placement); }},
    OptionInfo{Placement, "rank-by", "ORDER",
        "slot or fill (default): ranks fill a place before the next; span: one of\n"
        "each place, and again",
        [](Target t, Text v) { return parseRankBy(v, t.command.job.placement); }},
    OptionInfo{Placement, "bind-to", "PLACE[:WORD]",
        "none, or a place as above, with :overload-allowed when processes may\n"
        "share processors (default: what they are mapped by; none by slot, and\n"
        "when there are too few processors)",
        [](Target t, Text v) { return parseBindTo(v, t.command.job.placement); }},
    OptionInfo{Placement, "oversubscribe", "",
        "more processes than slots are fine",
        [](Target t, Text) { t.command.job.placement.oversubscribe = true; return util::ok(); }},
    OptionInfo{Placement, "nooversubscribe", "",
        "more processes than slots are an error",
        [](Target t, Text) { t.command.job.placement.oversubscribe = false; return util::ok(); }},

    OptionInfo{Streams, "stdin", "RANKS",
        "who gets dbgrun's standard input: all, none, or ranks such as 0-3,7\n"
        "(default 0)",
        [](Target t, Text v) { return readStdin(t.command, v); }},
    OptionInfo{Streams, "output", "WORD[,WORD...]",
        "tag, tag-detailed, tag-fullname, rank, timestamp: what stands before each\n"
        "line; xml; merge: standard error goes with standard output; raw: nothing\n"
        "waits for the end of its line; dir=DIR or file=FILE: also into files\n"
        "(nocopy: only there; pattern: %n and %r in FILE are job and rank)",
        [](Target t, Text v) { return readOutput(t.command, v); }},
    OptionInfo{Streams, "tag-output", "",
        "as --output tag",
        [](Target t, Text) { return readOutput(t.command, "tag"); }},
    OptionInfo{Streams, "timestamp-output", "",
        "as --output timestamp",
        [](Target t, Text) { return readOutput(t.command, "timestamp"); }},
    OptionInfo{Streams, "merge-stderr-to-stdout,merge-stderr", "",
        "as --output merge",
        [](Target t, Text) { return readOutput(t.command, "merge"); }},
    OptionInfo{Streams, "xml", "",
        "as --output xml",
        [](Target t, Text) { return readOutput(t.command, "xml"); }},
    OptionInfo{Streams, "output-filename", "DIR",
        "as --output dir=DIR",
        [](Target t, Text v) { return readOutput(t.command, "dir=" + std::string(v)); }},
    OptionInfo{Streams, "pty", "",
        "each process writes to a terminal of its own, not to a pipe",
        [](Target t, Text) { t.command.job.pseudoTerminals = true; return util::ok(); }},

    OptionInfo{Debugging, "stop-on-exec", "[RANKS]",
        "these processes (default: all) stop before their first instruction",
        [](Target t, Text v) { return readHold(t.command, HoldSpec::Point::Exec, v); }},
    OptionInfo{Debugging, "stop-in-init", "[RANKS]",
        "likewise in PMIx_Init, which MPI_Init calls, until a debugger lets them go",
        [](Target t, Text v) { return readHold(t.command, HoldSpec::Point::Init, v); }},
    OptionInfo{Debugging, "stop-in-app", "[RANKS]",
        "likewise where the program says, at the end of MPI_Init with Open MPI 5",
        [](Target t, Text v) { return readHold(t.command, HoldSpec::Point::App, v); }},
    OptionInfo{Debugging, "exec-agent", "COMMAND",
        "start COMMAND with each process's own command line behind it",
        [](Target t, Text v) { t.command.job.execAgent = v; return util::ok(); }},
    OptionInfo{Debugging, "timeout", "SECONDS",
        "kill the job if it takes longer",
        [](Target t, Text v) { return readSeconds(v, t.command.job.jobTimeout); }},
    OptionInfo{Debugging, "spawn-timeout", "SECONDS",
        "give up if the start takes longer",
        [](Target t, Text v) { return readSeconds(v, t.command.job.spawnTimeout); }},

    OptionInfo{Launcher, "daemon", "",
        "start no program: stay, and start what PMIx tools ask for",
        [](Target t, Text) { t.command.daemon = true; return util::ok(); }},
    OptionInfo{Launcher, "system-server", "",
        "let tools find this dbgrun as the server of the system",
        [](Target t, Text) { t.command.systemServer = true; return util::ok(); }},
    OptionInfo{Launcher, "session-server", "",
        "let tools find it as the server of the session",
        [](Target t, Text) { t.command.sessionServer = true; return util::ok(); }},
    OptionInfo{Launcher, "report-uri", "FILE",
        "write where tools can reach it to the file; -: to standard output,\n"
        "+: to standard error",
        [](Target t, Text v) { t.command.reportUri = v; return util::ok(); }},
    OptionInfo{Launcher, "report-pid", "FILE",
        "likewise its process id",
        [](Target t, Text v) { t.command.reportPid = v; return util::ok(); }},
    OptionInfo{Launcher, "v,verbose", "",
        "tell what is done",
        [](Target t, Text) { t.command.verbose = true; return util::ok(); }},
    OptionInfo{Launcher, "V,version", "",
        "show the version",
        [](Target t, Text) { t.command.action = Command::Action::Version; return util::ok(); }},
    OptionInfo{Launcher, "h,help", "",
        "show this text",
        [](Target t, Text) { t.command.action = Command::Action::Help; return util::ok(); }},
};

/// Options of other mpiexecs, and what a user of dbgrun does instead.
constexpr std::array kForeign{
    std::pair<Text, Text>{"host", "dbgrun starts processes on this node only: leave it out, and give --host-slots N"},
    std::pair<Text, Text>{"H", "dbgrun starts processes on this node only: leave it out, and give --host-slots N"},
    std::pair<Text, Text>{"hosts", "dbgrun starts processes on this node only: leave it out"},
    std::pair<Text, Text>{"hostfile", "dbgrun starts processes on this node only: leave it out"},
    std::pair<Text, Text>{"machinefile", "dbgrun starts processes on this node only: leave it out"},
    std::pair<Text, Text>{"f", "dbgrun starts processes on this node only: leave it out"},
    std::pair<Text, Text>{"ppn", "dbgrun has one node: give -n N"},
    std::pair<Text, Text>{"N", "dbgrun has one node: give -n N"},
    std::pair<Text, Text>{"npernode", "dbgrun has one node: give -n N"},
    std::pair<Text, Text>{"npersocket", "give --map-by ppr:N:package"},
    std::pair<Text, Text>{"cpus-per-proc", "give --map-by slot:PE=N"},
    std::pair<Text, Text>{"env", "give -x NAME=VALUE"},
    std::pair<Text, Text>{"genv", "give -x NAME=VALUE"},
    std::pair<Text, Text>{"l", "give --output tag"},
    std::pair<Text, Text>{"prepend-rank", "give --output rank"},
    std::pair<Text, Text>{"outfile-pattern", "give --output file=FILE,pattern"},
    std::pair<Text, Text>{"allow-run-as-root", "dbgrun runs as any user: leave it out"},
    std::pair<Text, Text>{"prtemca", "dbgrun has no such parameters: leave it out"},
    std::pair<Text, Text>{"pmixmca", "dbgrun has no such parameters: leave it out"},
    std::pair<Text, Text>{"report-bindings", "give --verbose"},
};
// clang-format on

/// How many letters have to be put in, taken out or exchanged.
std::size_t distance(Text a, Text b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::span<const OptionInfo> optionTable()
{
    return kOptions;
}

const OptionInfo* findOption(std::string_view name)
{
    for (const OptionInfo& option : kOptions)
        if (std::ranges::count(util::split(option.names, ','), name) != 0)
            return &option;
    return nullptr;
}

std::string spelled(std::string_view name)
{
    return (name.size() == 1 ? "-" : "--") + std::string(name);
}

std::string adviceForUnknownOption(std::string_view name)
{
    constexpr std::size_t kLongestOption = 30;
    if (const auto* const found = std::ranges::find(kForeign, name, &std::pair<Text, Text>::first);
        found != kForeign.end())
        return std::string(found->second);
    Text nearest;
    std::size_t least = 4; // beyond three letters it is another word
    for (const OptionInfo& option : kOptions) {
        for (const Text known : util::split(option.names, ',')) {
            const bool begins = name.size() > 2 && known.starts_with(name);
            const std::size_t letters = begins                                             ? 1
                                        : name.size() > kLongestOption || known.size() < 3 ? least
                                                                                           : distance(name, known);
            if (letters < least && letters * 2 <= std::max(name.size(), Text::size_type{2})) {
                least = letters;
                nearest = known;
            }
        }
    }
    return nearest.empty() ? "dbgrun --help lists the options" : "did you mean " + spelled(nearest) + "?";
}

} // namespace dbgr::launcher
