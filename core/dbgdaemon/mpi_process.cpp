// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/mpi_process.h"

#include "programs/loaded_mpi.h"
#include "programs/starters.h"
#include "util/descendants.h"
#include "util/rank_environment.h"
#include "util/string_util.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostBytes = 1 << 22; // of an environment, of a list of connections

/// Facts of /proc about one node's processes. Those of a process that has ended, or is not ours to look at, are empty.
class Facts
{
public:
    explicit Facts(std::string root) : m_root(std::move(root)) {}

    [[nodiscard]] std::vector<std::string> environmentOf(util::Pid pid) const
    {
        const std::string all = text(pid, "environ");
        std::vector<std::string> entries;
        for (const std::string_view entry : util::split(all, '\0'))
            entries.emplace_back(entry);
        return entries;
    }
    /// The inodes of the process's TCP sockets whose other end has this port.
    [[nodiscard]] std::set<std::string> connectionsTo(util::Pid pid, std::uint16_t port) const
    {
        std::set<std::string> inodes;
        for (const char* table : {"net/tcp", "net/tcp6"}) {
            const std::string all = text(pid, table);
            for (const std::string_view line : util::split(all, '\n'))
                if (auto inode = inodeOf(line, port))
                    inodes.insert(*std::move(inode));
        }
        return inodes;
    }
    [[nodiscard]] bool hasOneOf(util::Pid pid, const std::set<std::string>& inodes) const
    {
        namespace fs = std::filesystem;
        std::error_code error; // of a process that ends meanwhile, too
        for (fs::directory_iterator entry(path(pid, "fd"), error), end; !error && entry != end;
             entry.increment(error)) {
            char target[PATH_MAX];
            const ssize_t size = ::readlink(entry->path().c_str(), target, sizeof target);
            std::string_view socket(target, size > 0 ? static_cast<std::size_t>(size) : 0);
            if (!socket.starts_with("socket:[") || !socket.ends_with(']'))
                continue;
            socket.remove_prefix(8);
            socket.remove_suffix(1);
            if (inodes.contains(std::string(socket)))
                return true;
        }
        return false;
    }
    [[nodiscard]] std::string executableOf(util::Pid pid) const
    {
        std::error_code error;
        return std::filesystem::read_symlink(path(pid, "exe"), error).string();
    }

private:
    [[nodiscard]] std::string path(util::Pid pid, const char* file) const
    {
        return m_root + "/" + std::to_string(pid.value()) + "/" + file;
    }
    [[nodiscard]] std::string text(util::Pid pid, const char* file) const
    {
        std::ifstream stream(path(pid, file), std::ios::binary);
        std::string all;
        char part[1 << 16];
        while (all.size() < kMostBytes && (stream.read(part, sizeof part), stream.gcount() > 0))
            all.append(part, static_cast<std::size_t>(stream.gcount()));
        return all;
    }
    /// "  1: 0100007F:A1B2 0100007F:PORT 01 ... INODE ...": local and remote address, state, in the tenth place the
    /// inode.
    [[nodiscard]] static std::optional<std::string> inodeOf(std::string_view line, std::uint16_t port)
    {
        constexpr std::size_t kRemote = 2;
        constexpr std::size_t kInode = 9;
        std::vector<std::string_view> words;
        for (const std::string_view word : util::split(line, ' '))
            if (!word.empty())
                words.push_back(word);
        if (words.size() <= kInode)
            return std::nullopt;
        const std::string_view remote = words[kRemote];
        const auto number = util::parseNumber<std::uint16_t>(remote.substr(remote.rfind(':') + 1), 16);
        return number == port ? std::optional(std::string(words[kInode])) : std::nullopt;
    }

    const std::string m_root;
};

/// "prterun-n1-77@0.0;tcp4://127.0.0.1:40001": the port. Every version of PMIx has a variable of its own for it.
std::optional<std::uint16_t> portOfServer(const std::vector<std::string>& environment)
{
    for (const std::string_view entry : environment) {
        if (!entry.starts_with("PMIX_SERVER_URI") || entry.find("tcp") == std::string_view::npos)
            continue;
        std::string_view address = entry.substr(entry.find("tcp"));
        address = address.substr(0, address.find(';'));
        const std::size_t colon = address.rfind(':');
        if (const auto port = util::parseNumber<std::uint16_t>(address.substr(colon + 1)); port && *port != 0)
            return port;
    }
    return std::nullopt;
}

} // namespace

debug::LocalProcess mpiProcessOf(const debug::LocalProcess& started, const std::string& procRoot)
{
    if (started.pid.value() <= 0)
        return started;
    std::vector<util::Pid> candidates = util::descendantsOf(started.pid, procRoot);
    if (candidates.empty())
        return started;
    const Facts facts(procRoot);
    const auto environment = facts.environmentOf(started.pid);
    const auto place = util::placeInJob(environment);
    std::erase_if(candidates, [&](util::Pid pid) { // ranks of a launcher that the rank itself has started
        return util::placeInJob(facts.environmentOf(pid)) != place;
    });
    candidates.insert(candidates.begin(), started.pid);

    auto chosen = candidates.end();
    if (const auto port = portOfServer(environment)) {
        const auto connections = facts.connectionsTo(started.pid, *port);
        chosen = std::find_if(candidates.begin(), candidates.end(),
                              [&](util::Pid pid) { return facts.hasOneOf(pid, connections); });
    }
    if (chosen == candidates.end())
        chosen = std::find_if(candidates.begin(), candidates.end(),
                              [&](util::Pid pid) { return programs::hasLoadedMpi(pid, procRoot); });
    if (chosen == candidates.end() || *chosen == started.pid)
        return started;
    return {started.rank, *chosen, facts.executableOf(*chosen)};
}

std::optional<util::Error> warningOfShell(std::string_view program)
{
    if (!programs::isShell(program))
        return std::nullopt;
    return util::Error{
        std::make_error_code(std::errc::executable_format_error),
        "the ranks are scripts of " + std::string(program) + ": what it starts is not debugged",
        "Stop the ranks in MPI_Init (--stop=init), where the launcher can do that; else start the program "
        "itself, let the script end with 'exec PROGRAM', or, for srun, write dbgr-exec in front of it."};
}

} // namespace dbgr::daemon
