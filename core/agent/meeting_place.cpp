// SPDX-License-Identifier: BSD-3-Clause
#include "agent/meeting_place.h"

#include "util/host_name.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

constexpr int kBacklog = 4096; // the ranks of a large node call at once; the system may allow fewer
constexpr int kRetryMilliseconds = 5;
constexpr std::size_t kMaxHostBytes = 64;

/// Through the open folder: it cannot be exchanged meanwhile, and no path is too long for a socket's address.
sockaddr_un addressOf(const util::UniqueFd& folder, const std::string& name)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.get()) + '/' + name;
    std::memcpy(address.sun_path, path.data(), std::min(path.size(), sizeof address.sun_path - 1));
    return address;
}

util::Result<util::UniqueFd> newSocket()
{
    util::UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return util::fail(util::systemError(errno, "making a socket"));
    return fd;
}

tl::unexpected<util::Error> notOurs(const std::string& what, const std::string& why)
{
    return util::fail(std::make_error_code(std::errc::permission_denied), what + " " + why,
                      "Somebody else made it, perhaps to get between dbgr and its daemon.");
}

} // namespace

util::Result<MeetingPlace> MeetingPlace::enter(const std::string& door)
{
    const std::size_t slash = door.rfind('/');
    const std::string folder = door.substr(0, slash);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return util::fail(util::systemError(errno, "making the folder " + folder));
    util::UniqueFd fd(::open(folder.c_str(), O_DIRECTORY | O_NOFOLLOW | O_RDONLY | O_CLOEXEC));
    if (!fd)
        return util::fail(util::systemError(errno, "opening the folder " + folder));
    struct stat info
    {};
    if (::fstat(fd.get(), &info) != 0)
        return util::fail(util::systemError(errno, "looking at the folder " + folder));
    if (info.st_uid != ::geteuid())
        return notOurs("the folder " + folder, "belongs to user " + std::to_string(info.st_uid));
    if ((info.st_mode & 077) != 0)
        return notOurs("the folder " + folder, "is open to others");
    return MeetingPlace(folder, door.substr(slash + 1), std::move(fd));
}

util::Result<std::optional<util::UniqueFd>> MeetingPlace::claim() const
{
    DBGR_TRY(util::UniqueFd fd, newSocket());
    const sockaddr_un address = addressOf(m_fd, m_name);
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        if (errno == EADDRINUSE)
            return std::nullopt;
        return util::fail(util::systemError(errno, "making the socket " + door()));
    }
    if (::listen(fd.get(), kBacklog) != 0)
        return util::fail(util::systemError(errno, "listening on the socket " + door()));
    return fd;
}

util::Result<util::UniqueFd> MeetingPlace::call(std::chrono::milliseconds patience) const
{
    const sockaddr_un address = addressOf(m_fd, m_name);
    const auto giveUp = std::chrono::steady_clock::now() + patience;
    for (;;) {
        DBGR_TRY(util::UniqueFd fd, newSocket());
        if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
            ucred peer{};
            socklen_t size = sizeof peer;
            if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
                return util::fail(util::systemError(errno, "looking who listens on " + door()));
            if (peer.uid != ::geteuid())
                return notOurs("whoever listens on " + door(), "is of user " + std::to_string(peer.uid));
            return fd;
        }
        const int reason = errno;
        const bool mayPass = reason == ECONNREFUSED || reason == EAGAIN || reason == EINTR;
        if (!mayPass || std::chrono::steady_clock::now() >= giveUp)
            return util::fail(util::systemError(reason, "calling dbgd on " + door()));
        ::poll(nullptr, 0, kRetryMilliseconds);
    }
}

std::string doorOnThisNode(const std::vector<std::string>& environment, const std::string& session)
{
    constexpr std::string_view kVariable = "TMPDIR=";
    const auto named = std::find_if(environment.begin(), environment.end(),
                                    [&](const std::string& entry) { return entry.starts_with(kVariable); });
    std::string parent = named == environment.end() ? "" : named->substr(kVariable.size());
    if (!parent.starts_with('/'))
        parent = "/tmp";
    // TMPDIR may be one for all nodes.
    return parent + "/dbgr-" + std::to_string(::geteuid()) + '-' + session + "/door-" +
           util::hostName().substr(0, kMaxHostBytes);
}

void removeDoor(const std::string& door)
{
    ::unlink(door.c_str());
    if (const std::size_t slash = door.rfind('/'); slash != std::string::npos && slash > 0)
        ::rmdir(door.substr(0, slash).c_str());
}

} // namespace dbgr::agent
