// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/command_line.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/command.h"
#include "app/dbgr/seconds.h"
#include "launchers/launcher_kind.h"
#include "session/file/session_file.h"
#include "session/process_table.h"
#include "util/string_util.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace dbgr::app {

namespace {

using util::Result;

constexpr std::uint32_t kMostSamples = SampleCommand::kMostSamples;
constexpr auto kSeeHelp = "'dbgr --help' shows the options.";

/// What CLI11 fills in, before it is checked.
struct Raw
{
    std::vector<std::string> commands;
    std::vector<std::string> scripts;
    std::string attach;
    std::string connect;
    std::string pids;
    std::vector<std::string> cores;
    std::string ranks;
    std::string stacks; ///< of which job; "" others say it
    bool isOfStacks = false;
    std::string samples;
    std::string every;
    bool dot = false;
    bool folded = false;
    bool svg = false;
    bool jobs = false;
    std::string session;
    std::optional<std::string> hold;
    std::string timeout;
    std::string launchTimeout;
    std::string lostAfter;
    std::string recordFile;
    std::string logFile;
    std::string logLevel = "info";
    bool batch = false;
    bool json = false;
    bool keepGoing = false;
    bool pushDaemons = false;
    bool help = false;
    bool version = false;
    bool verbose = false;
};

tl::unexpected<util::Error> bad(std::string why)
{
    return util::fail(Errc::BadUsage, std::move(why), kSeeHelp);
}

void declare(CLI::App& parser, Raw& raw)
{
    parser.set_help_flag();
    parser.prefix_command();
    parser.add_flag("--batch", raw.batch);
    parser.add_option("-c,--command", raw.commands)->allow_extra_args(false);
    parser.add_option("-x,--script", raw.scripts)->allow_extra_args(false);
    parser.add_option("--session", raw.session);
    parser.add_option("--attach", raw.attach);
    parser.add_option("--connect", raw.connect);
    parser.add_option("--attach-pids", raw.pids);
    parser.add_option("--core", raw.cores)->allow_extra_args(false);
    parser.add_option("--ranks", raw.ranks);
    parser.add_option("--stacks", raw.stacks)->expected(0, 1);
    parser.add_option("--repeat", raw.samples);
    parser.add_option("--every", raw.every);
    parser.add_flag("--dot", raw.dot);
    parser.add_flag("--folded", raw.folded);
    parser.add_flag("--svg", raw.svg);
    parser.add_flag("--jobs", raw.jobs);
    parser.add_flag("--json", raw.json);
    parser.add_flag("--keep-going", raw.keepGoing);
    parser.add_option("--timeout", raw.timeout);
    parser.add_option("--launch-timeout", raw.launchTimeout);
    parser.add_option("--lost-after", raw.lostAfter);
    parser.add_option("--stop", raw.hold);
    parser.add_flag("--push-daemons", raw.pushDaemons);
    parser.add_option("--record", raw.recordFile);
    parser.add_option("--log", raw.logFile);
    parser.add_option("--log-level", raw.logLevel);
    parser.add_flag("-h,--help", raw.help);
    parser.add_flag("-V,--version", raw.version);
    parser.add_flag("--verbose", raw.verbose);
}

/// --command and --script in the order in which they were given.
std::vector<CommandSpec> commandsInOrder(const CLI::App& parser, const Raw& raw)
{
    std::vector<CommandSpec> specs;
    auto command = raw.commands.begin();
    auto script = raw.scripts.begin();
    for (const CLI::Option* option : parser.parse_order()) {
        if (option->check_lname("command") && command != raw.commands.end())
            specs.emplace_back(CommandText{*command++});
        else if (option->check_lname("script") && script != raw.scripts.end())
            specs.emplace_back(ScriptFile{*script++});
    }
    return specs;
}

Result<launchers::HoldPoint> parseHold(const std::string& text)
{
    using launchers::HoldPoint;
    for (const HoldPoint hold : {HoldPoint::Init, HoldPoint::Exec, HoldPoint::App, HoldPoint::None})
        if (text == launchers::name(hold))
            return hold;
    return bad("--stop=" + text + ": it is one of init, exec, app, none");
}

Result<util::log::Level> parseLevel(const std::string& text)
{
    using util::log::Level;
    static const std::pair<const char*, Level> levels[] = {
        {"debug", Level::Debug}, {"info", Level::Info}, {"warning", Level::Warning}, {"error", Level::Error}};
    for (const auto& [name, level] : levels)
        if (text == name)
            return level;
    return bad("--log-level " + text + ": it is one of debug, info, warning, error");
}

Result<std::chrono::seconds> parseLostAfter(const std::string& text)
{
    const auto seconds = parseSeconds(text);
    if (seconds && *seconds >= launchers::kLeastLostAfter && *seconds <= launchers::kMostLostAfter)
        return std::chrono::duration_cast<std::chrono::seconds>(*seconds);
    return bad("--lost-after " + text + ": it takes a number of seconds from " +
               std::to_string(launchers::kLeastLostAfter.count()) + " to " +
               std::to_string(launchers::kMostLostAfter.count()));
}

Result<std::chrono::milliseconds> secondsOf(const std::string& option, const std::string& text)
{
    if (const auto seconds = parseSeconds(text))
        return *seconds;
    return bad(option + " " + text + ": it takes a number of seconds greater than 0");
}

/// What CLI11 left over is the launcher, and with it all that follows a "--"; only a "--" before it means nothing.
/// \param before what stands before the "--"
Result<std::vector<std::string>> launcherOf(std::vector<std::string> rest, std::span<const std::string> before,
                                            std::span<const std::string> fromDashes)
{
    if (rest.empty())
        return fromDashes.empty() ? rest : launchers::withLauncher({fromDashes.begin() + 1, fromDashes.end()});
    // "-n" with an option of ours behind it: CLI11 takes that one out.
    const auto last = before.last(std::min(before.size(), rest.size()));
    const bool isLast = std::equal(rest.begin(), rest.end(), last.begin(), last.end());
    const std::string first = rest.front();
    rest = launchers::withLauncher(std::move(rest));
    if (rest.front().starts_with('-') || !isLast)
        return bad("there is no option " + first);
    rest.insert(rest.end(), fromDashes.begin(), fromDashes.end());
    return rest;
}

Result<launchers::AttachTarget> parseAttach(const std::string& text)
{
    if (const auto pid = util::parseNumber<std::int32_t>(text); pid && *pid > 0)
        return launchers::AttachTarget(launchers::RunningLauncher{util::Pid(*pid), {}});
    if (text.empty() || text.find_first_not_of("0123456789+-") == std::string::npos)
        return bad("--attach " + text + ": it takes the process number of a launcher, or the name of a job");
    return launchers::AttachTarget(launchers::NamedJob{text});
}

Result<launchers::AttachTarget> parsePids(const std::string& text)
{
    launchers::LooseProcesses processes;
    for (const std::string_view part : util::split(text, ',')) {
        const auto pid = util::parseNumber<std::int32_t>(util::trimmed(part));
        if (!pid || *pid <= 0)
            return bad("--attach-pids " + text + ": it takes process numbers, separated by commas");
        processes.pids.emplace_back(*pid);
    }
    return launchers::AttachTarget(std::move(processes));
}

/// Nothing: all of them.
Result<std::optional<util::RankSet>> parseRanks(const std::string& text)
{
    const util::RankSet every = util::RankSet::firstN(session::ProcessTable::kMaxRanks);
    auto ranks = util::RankSet::parse(text, every);
    if (!ranks || ranks->empty())
        return bad("--ranks " + text + ": it takes ranks such as 0-3,7");
    return *ranks == every ? std::optional<util::RankSet>() : *std::move(ranks);
}

/// As --attach, --connect or --attach-pids would take it.
Result<launchers::AttachTarget> parseStacked(const std::string& text)
{
    if (text.find("://") != std::string::npos || text.find('/') != std::string::npos)
        return launchers::AttachTarget(launchers::JobOfServer{text});
    return text.find(',') == std::string::npos ? parseAttach(text) : parsePids(text);
}

Result<void> takeStacks(CommandLine& line, const Raw& raw)
{
    const std::array formats{raw.json, raw.dot, raw.folded, raw.svg};
    if (!raw.isOfStacks) {
        if (raw.dot || raw.folded || raw.svg || !raw.samples.empty() || !raw.every.empty())
            return bad("--dot, --folded, --svg, --repeat and --every belong to --stacks");
        return util::ok();
    }
    if (!line.attach)
        return bad("--stacks: of which job is missing; 'dbgr --jobs' lists them");
    if (!raw.cores.empty())
        return bad("--stacks is of jobs that run; of core files: dbgr --batch --core FILE -c stacks");
    if (!raw.commands.empty() || !raw.scripts.empty() || !raw.session.empty())
        return bad("--stacks does no other commands, and opens no session");
    if (std::count(formats.begin(), formats.end(), true) > 1)
        return bad("only one of --json, --dot, --folded and --svg can be meant");
    StacksRequest request;
    using Format = StacksRequest::Format;
    request.format = raw.json     ? Format::Json
                     : raw.dot    ? Format::Dot
                     : raw.folded ? Format::Folded
                     : raw.svg    ? Format::Svg
                                  : Format::Text;
    if (!raw.samples.empty()) {
        const auto samples = util::parseNumber<std::uint32_t>(raw.samples);
        if (!samples || *samples == 0 || *samples > kMostSamples)
            return bad("--repeat " + raw.samples + ": it takes a number from 1 to " + std::to_string(kMostSamples));
        request.samples = *samples;
    }
    if (!raw.every.empty()) {
        DBGR_TRY(request.every, secondsOf("--every", raw.every));
    }
    line.stacks = request;
    line.batch = true;
    line.keepGoing = true; // the job may end between two samples
    return util::ok();
}

/// What is to be attached to, if anything is.
Result<std::optional<launchers::AttachTarget>> attachTarget(const Raw& raw)
{
    const std::array given{!raw.attach.empty(), !raw.connect.empty(), !raw.pids.empty(), !raw.cores.empty(),
                           !raw.stacks.empty()};
    if (std::count(given.begin(), given.end(), true) > 1)
        return bad("only one of --attach, --connect, --attach-pids, --core and a job behind --stacks can be meant");
    std::optional<launchers::AttachTarget> target;
    if (!raw.attach.empty()) {
        DBGR_TRY(target, parseAttach(raw.attach));
    } else if (!raw.connect.empty()) {
        target = launchers::JobOfServer{raw.connect};
    } else if (!raw.pids.empty()) {
        DBGR_TRY(target, parsePids(raw.pids));
    } else if (!raw.cores.empty()) {
        target = launchers::CoreFiles{raw.cores, {}};
    } else if (!raw.stacks.empty()) {
        DBGR_TRY(target, parseStacked(raw.stacks));
    }
    return target;
}

/// A session file stands where a launcher would, alone.
Result<void> takeSessionFile(CommandLine& line)
{
    if (line.launcher.empty() || !line.launcher.front().ends_with(session::kSessionEnding))
        return util::ok();
    const bool isOfCores = line.attach && std::holds_alternative<launchers::CoreFiles>(*line.attach);
    if (isOfCores || line.jobs)
        return util::ok(); // which say themselves that it is too much
    if (line.launcher.size() > 1)
        return bad("options stand before the session file, and \"" + line.launcher[1] + "\" is behind it");
    if (!line.sessionFile.empty())
        return bad("only one session can be meant: " + line.sessionFile + " or " + line.launcher.front());
    line.sessionFile = line.launcher.front();
    line.launcher.clear();
    return util::ok();
}

/// Behind --core: the program, and before it the files that a shell has made of the pattern.
Result<void> takeRest(CommandLine& line)
{
    auto* const cores = line.attach ? std::get_if<launchers::CoreFiles>(&*line.attach) : nullptr;
    if (cores && !line.launcher.empty()) {
        const auto option = std::find_if(line.launcher.begin(), line.launcher.end(),
                                         [](const std::string& word) { return word.starts_with('-'); });
        if (option != line.launcher.end())
            return bad("--core: options stand before the program, and \"" + *option + "\" is behind it");
        cores->program = line.launcher.back();
        cores->files.insert(cores->files.end(), line.launcher.begin(), line.launcher.end() - 1);
        line.launcher.clear();
    }
    if ((line.attach || line.jobs) && !line.launcher.empty())
        return bad("a job is either started or attached to: \"" + line.launcher.front() + "\" is too much");
    if (line.jobs && line.attach)
        return bad("--jobs lists jobs; it attaches to none");
    if (!line.sessionFile.empty() && line.jobs)
        return bad("--jobs lists jobs; it opens no session");
    if (line.ranks && !line.attach)
        return bad("--ranks says which ranks to attach to: --attach is missing");
    return util::ok();
}

/// \param words what stands in the launcher's place
Result<void> takeOwnCommand(CommandLine& line, const std::vector<std::string>& words)
{
    DBGR_TRY(line.own, parseOwnCommand(words, line.json));
    if (!line.own)
        return util::ok();
    if (line.attach || line.jobs || !line.sessionFile.empty())
        return bad(words.front() + " attaches to no job, lists none, and opens no session");
    line.launcher.clear();
    return util::ok();
}

Result<CommandLine> check(const Raw& raw)
{
    CommandLine line;
    line.jobs = raw.jobs;
    DBGR_TRY(line.attach, attachTarget(raw));
    if (!raw.ranks.empty()) {
        DBGR_TRY(line.ranks, parseRanks(raw.ranks));
    }
    // What only batch can do means batch.
    line.batch = raw.batch || raw.json || raw.keepGoing || !raw.timeout.empty();
    line.json = raw.json;
    line.keepGoing = raw.keepGoing;
    line.pushDaemons = raw.pushDaemons;
    line.recordFile = raw.recordFile;
    line.logFile = raw.logFile;
    line.sessionFile = raw.session;
    if (raw.hold) {
        DBGR_TRY(line.hold, parseHold(*raw.hold));
    }
    DBGR_TRY(line.logLevel, parseLevel(raw.logLevel));
    DBGR_TRY(takeStacks(line, raw));
    if (!raw.timeout.empty()) {
        DBGR_TRY(line.timeout, secondsOf("--timeout", raw.timeout));
    }
    if (!raw.launchTimeout.empty()) {
        DBGR_TRY(line.launchTimeout, secondsOf("--launch-timeout", raw.launchTimeout));
    }
    if (!raw.lostAfter.empty()) {
        DBGR_TRY(line.lostAfter, parseLostAfter(raw.lostAfter));
    }
    return line;
}

} // namespace

Result<CommandLine> parseCommandLine(std::span<const std::string> arguments)
{
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    std::vector<std::string> head(arguments.begin(), dashes);
    std::reverse(head.begin(), head.end()); // as CLI11 takes them
    CLI::App parser;
    Raw raw;
    declare(parser, raw);
    try {
        parser.parse(std::move(head));
        raw.isOfStacks = parser.count("--stacks") > 0;
        if (raw.stacks == "true") // CLI11's own word for none
            raw.stacks.clear();
    } catch (const CLI::ParseError& error) {
        return bad(error.what());
    }
    if (raw.help || raw.version) {
        CommandLine line;
        line.help = raw.help;
        line.version = raw.version && !raw.help;
        line.verbose = line.version && raw.verbose;
        return line;
    }
    if (raw.verbose)
        return bad("--verbose belongs to --version; what dbgr does is told by --log -");
    DBGR_TRY(CommandLine line, check(raw));
    line.commands = commandsInOrder(parser, raw);
    const auto before = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
    DBGR_TRY(line.launcher, launcherOf(parser.remaining(), before, arguments.subspan(before.size())));
    DBGR_TRY(takeOwnCommand(line, parser.remaining()));
    DBGR_TRY(takeSessionFile(line));
    DBGR_TRY(takeRest(line));
    return line;
}

} // namespace dbgr::app
