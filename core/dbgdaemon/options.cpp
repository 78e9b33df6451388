// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/options.h"

#include "util/string_util.h"

namespace dbgr::daemon {

namespace {

tl::unexpected<util::Error> invalid(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why), "see dbgd --help");
}

util::Result<std::vector<LocalProcess>> parseRanks(std::string_view text)
{
    std::vector<LocalProcess> processes;
    for (const std::string_view part : util::split(text, ',')) {
        const std::size_t colon = part.find(':');
        const auto rank = util::parseNumber<std::uint32_t>(part.substr(0, colon));
        const auto pid =
            colon == std::string_view::npos ? std::nullopt : util::parseNumber<std::int32_t>(part.substr(colon + 1));
        if (!rank || !pid || *pid <= 0)
            return invalid("--attach: \"" + std::string(part) + "\" is not RANK:PID");
        processes.push_back({util::Rank(*rank), util::Pid(*pid), {}});
    }
    return processes;
}

} // namespace

util::Result<Options> parseOptions(std::span<const std::string_view> arguments)
{
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--help" || arguments[i] == "-h") {
            options.help = true;
        } else if (arguments[i] == "--version") {
            options.version = true;
        } else if (arguments[i] == "--attach" && i + 1 < arguments.size()) {
            DBGR_TRY(options.ranks, parseRanks(arguments[++i]));
        } else {
            return invalid("\"" + std::string(arguments[i]) + "\" is not understood");
        }
    }
    return options;
}

std::string helpText()
{
    return "usage: dbgd [--attach RANK:PID,...]\n"
           "\n"
           "dbgr's daemon: debugs the ranks of one node. dbgr has the launcher start it; it asks the launcher's PMIx\n"
           "server for its ranks and connects to dbgr. It writes nothing to its standard output and error.\n"
           "\n"
           "  --attach RANK:PID,...  these are the ranks; PMIx is not asked\n"
           "  --version              prints the version\n"
           "  --help                 prints this\n"
           "\n"
           "environment:\n"
           "  DBGR_FRONTEND     where dbgr listens: HOST:PORT[,HOST:PORT...], numeric\n"
           "  DBGR_SECRET       the session's secret, 64 hexadecimal digits; wiped after reading\n"
           "  DBGR_LLDB_SERVER  absolute path of the lldb-server to use\n"
           "  DBGR_DAEMON_LOG   file to log to; the guard logs to the same name with \".guard\" behind it\n";
}

} // namespace dbgr::daemon
