// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/options.h"

#include "util/string_util.h"

#include <cstdint>

namespace dbgr::daemon {

namespace {

tl::unexpected<util::Error> invalid(std::string why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), std::move(why), "see dbgd --help");
}

util::Result<dbgwire::RanksFrom> parseRanks(std::string_view text)
{
    if (const auto known = dbgwire::ranksFromNamed(text))
        return *known;
    return invalid("--ranks: \"" + std::string(text) + "\" is none of pmix, told, agents, hydra");
}

util::Result<int> parseDescriptor(std::string_view text)
{
    const auto fd = util::parseNumber<int>(text);
    if (!fd || *fd < 0)
        return invalid("--door-fd: \"" + std::string(text) + "\" is no descriptor");
    return *fd;
}

util::Result<util::Pid> parseMpiexec(std::string_view text)
{
    const auto pid = util::parseNumber<std::int32_t>(text);
    if (!pid || *pid <= 0)
        return invalid("--mpiexec: \"" + std::string(text) + "\" is no process");
    return util::Pid(*pid);
}

util::Result<std::string> parseFrontEnd(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const auto pid =
        colon == std::string_view::npos ? std::nullopt : util::parseNumber<std::int32_t>(text.substr(colon + 1));
    if (colon == 0 || !pid || *pid <= 0)
        return invalid("--for: \"" + std::string(text) + "\" is not HOST:PID");
    return std::string(text);
}

/// What follows "NAME=", if that is what stands there.
std::optional<std::string_view> valueOf(std::string_view argument, std::string_view name)
{
    if (!argument.starts_with(name) || argument.substr(name.size(), 1) != "=")
        return std::nullopt;
    return argument.substr(name.size() + 1);
}

util::Result<void> check(const Options& options)
{
    if (options.doorFd.has_value() != (options.ranks == dbgwire::RanksFrom::Agents))
        return invalid("--ranks=agents and --door-fd belong together");
    const int ways = (options.mpiexec ? 1 : 0) + (options.controlPort.empty() ? 0 : 1);
    if (ways != (options.ranks == dbgwire::RanksFrom::Hydra ? 1 : 0))
        return invalid("--ranks=hydra takes one of --mpiexec and --control-port, and nothing else does");
    if (options.verbose && !options.version)
        return invalid("--verbose belongs to --version");
    return util::ok();
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
        } else if (arguments[i] == "--verbose") {
            options.verbose = true;
        } else if (const auto ranks = valueOf(arguments[i], "--ranks")) {
            DBGR_TRY(options.ranks, parseRanks(*ranks));
        } else if (const auto door = valueOf(arguments[i], "--door-fd")) {
            DBGR_TRY(options.doorFd, parseDescriptor(*door));
        } else if (const auto mpiexec = valueOf(arguments[i], "--mpiexec")) {
            DBGR_TRY(options.mpiexec, parseMpiexec(*mpiexec));
        } else if (const auto port = valueOf(arguments[i], "--control-port")) {
            options.controlPort = *port;
        } else if (arguments[i] == "--for" && i + 1 < arguments.size()) {
            DBGR_TRY(options.frontEnd, parseFrontEnd(arguments[++i]));
        } else {
            return invalid("\"" + std::string(arguments[i]) + "\" is not understood");
        }
    }
    DBGR_TRY(check(options));
    return options;
}

std::string helpText()
{
    return "usage: dbgd [--ranks=pmix|told|agents|hydra] [--door-fd=N] [--mpiexec=PID] [--control-port=HOST:PORT]\n"
           "            [--for HOST:PID]\n"
           "\n"
           "dbgr's daemon: debugs the ranks of one node. dbgr has it started there; it connects to dbgr and attaches "
           "to\n"
           "ranks when dbgr says so. It writes nothing to its standard output and error.\n"
           "\n"
           "  --ranks=pmix    the launcher's PMIx server knows the ranks (default)\n"
           "  --ranks=told    dbgr names the ranks\n"
           "  --ranks=agents  dbgr-exec processes in front of the ranks call\n"
           "  --door-fd=N     at this listening socket\n"
           "  --ranks=hydra   they are below hydra's mpiexec, or below its proxy of this node\n"
           "  --mpiexec=PID   this mpiexec\n"
           "  --control-port=HOST:PORT\n"
           "                  the proxy that calls on its mpiexec there\n"
           "  --for HOST:PID  the dbgr that it works for; others that look for who debugs a rank read it here\n"
           "  --version       prints the version; with --verbose also those of all libraries\n"
           "  --help          prints this\n"
           "\n"
           "environment:\n"
           "  DBGR_FRONTEND     where dbgr listens: HOST:PORT[,HOST:PORT...], numeric\n"
           "  DBGR_SECRET       the session's secret, 64 hexadecimal digits; wiped after reading\n"
           "  DBGR_DAEMON_LOG   file to log to; what it starts logs to the same name with \".keeper\" and \".engine\" "
           "behind it\n";
}

} // namespace dbgr::daemon
