// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/rendezvous_files.h"

#include "net/socket_owner.h"
#include "pmix/handshake/contact_file.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/server/client_environment.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// URI, version, pid, user and group, date, and the empty line that OpenPMIx has there.
std::string contactText(const std::string& uri)
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 64> date{};
    std::strftime(date.data(), date.size(), "%a %b %e %H:%M:%S %Y", &local);
    return uri + "\n" + std::string(kServerVersion) + "\n" + std::to_string(::getpid()) + "\n" +
           std::to_string(::geteuid()) + ":" + std::to_string(::getegid()) + "\n" + date.data() + "\n\n";
}

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// A folder in which nobody else can replace our files: ours or root's, and where others may write, they may not take
/// away what is not theirs.
util::Result<void> checkFolder(const std::string& path, bool isPrivate)
{
    struct stat info = {};
    if (::lstat(path.c_str(), &info) != 0)
        return util::fail(util::systemError(errno, "looking at " + path));
    const bool oursOrRoots = info.st_uid == ::geteuid() || (!isPrivate && info.st_uid == 0);
    const bool othersWrite = (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    const bool sticky = !isPrivate && (info.st_mode & S_ISVTX) != 0;
    if (!S_ISDIR(info.st_mode) || !oursOrRoots || (othersWrite && !sticky))
        return util::fail(Status::ErrNoPermissions,
                          path + " cannot hold the contact files of a PMIx server: others may write to it",
                          isPrivate ? "Name a folder of your own, with mode 0700, or one that does not exist yet."
                                    : "Name a folder of your own, or a sticky one as /tmp.");
    return util::ok();
}

/// \errors ErrExists: somebody uses it, or it is no contact file
util::Result<void> checkStale(const std::string& path)
{
    struct stat info = {};
    if (::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid() && info.st_size == 0)
        return util::ok(); // its server ended before it had written it
    auto contact = readContactFile(path);
    if (!contact && contact.error().code == make_error_code(Status::ErrNoPermissions))
        return util::fail(std::move(contact).error());
    if (!contact)
        return util::fail(Status::ErrExists, path + " is in the way, and is no PMIx contact file",
                          "Remove it, or name another one.");
    const bool isGone = contact->pid && ::kill(contact->pid->value(), 0) != 0 && errno == ESRCH;
    const auto address = net::Address::fromHost(contact->uri.host, contact->uri.port);
    if (isGone || (address && !net::somebodyListensAt(*address)))
        return util::ok();
    return util::fail(Status::ErrExists,
                      path + " belongs to the PMIx server " + toString(contact->uri.server) +
                          (contact->pid ? " (process " + std::to_string(contact->pid->value()) + ")" : "") +
                          ", which is running",
                      "Use that server, or give this one another folder.");
}

util::Result<void> writeAll(int fd, std::string_view bytes, const std::string& path)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            return util::fail(util::systemError(errno, "writing " + path));
        if (count > 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return util::ok();
}

util::UniqueFd createFile(const std::string& path)
{
    return util::UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

} // namespace

std::string rendezvousHostName()
{
    const auto places = RendezvousPlaces::fromEnvironment([](const char* name) { return std::getenv(name); });
    const std::string name = places.hostNames.empty() ? std::string() : places.hostNames.front();
    const std::string host = name.substr(0, name.find('.'));
    return host.empty() ? "localhost" : host;
}

util::Result<std::unique_ptr<RendezvousFiles>> RendezvousFiles::write(const RendezvousSpec& spec, const Proc& self,
                                                                      const std::string& uri, const std::string& host)
{
    if (self.nspace.empty() || self.nspace.find('/') != std::string::npos)
        return util::fail(Status::ErrBadParam, "\"" + self.nspace + "\" cannot be part of a contact file's name");
    // What is written before an error is removed with it.
    std::unique_ptr<RendezvousFiles> files(new RendezvousFiles);
    const std::string text = contactText(uri);
    if (!spec.serverTmpdir.empty()) {
        DBGR_TRY(files->prepareFolder(spec.serverTmpdir));
        const std::string base = spec.serverTmpdir + "/pmix." + host + ".tool";
        DBGR_TRY(files->writeFile(base + "." + std::to_string(::getpid()), text));
        DBGR_TRY(files->writeFile(base + "." + self.nspace, text));
        if (spec.sessionFile)
            DBGR_TRY(files->writeFile(base, text));
    }
    if (spec.systemTmpdir) {
        DBGR_TRY(checkFolder(*spec.systemTmpdir, false));
        DBGR_TRY(files->writeFile(*spec.systemTmpdir + "/pmix.sys." + host, text));
    }
    if (spec.launcherFile) {
        DBGR_TRY(checkFolder(folderOf(*spec.launcherFile), false));
        DBGR_TRY(files->writeFile(*spec.launcherFile, text));
    }
    return files;
}

util::Result<void> RendezvousFiles::prepareFolder(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) == 0)
        m_folders.push_back(path);
    else if (errno != EEXIST)
        return util::fail(util::systemError(errno, "making the folder " + path));
    return checkFolder(path, true);
}

util::Result<void> RendezvousFiles::writeFile(const std::string& path, const std::string& content)
{
    util::UniqueFd fd = createFile(path);
    if (!fd && (errno == EEXIST || errno == ELOOP)) {
        DBGR_TRY(checkStale(path));
        util::log::info("pmix", "contact file of a server that has ended is replaced", {{"path", path}});
        if (::unlink(path.c_str()) != 0)
            return util::fail(util::systemError(errno, "removing " + path));
        fd = createFile(path);
    }
    if (!fd)
        return util::fail(util::systemError(errno, "making " + path));
    m_files.push_back(Written{path, std::move(fd)});
    return writeAll(m_files.back().fd.get(), content, path);
}

RendezvousFiles::~RendezvousFiles()
{
    for (const Written& file : m_files) {
        struct stat ours = {};
        struct stat there = {};
        if (::fstat(file.fd.get(), &ours) == 0 && ::lstat(file.path.c_str(), &there) == 0 &&
            ours.st_dev == there.st_dev && ours.st_ino == there.st_ino)
            ::unlink(file.path.c_str());
    }
    for (const std::string& folder : m_folders)
        ::rmdir(folder.c_str()); // stays while others have files there
}

std::vector<std::string> RendezvousFiles::paths() const
{
    std::vector<std::string> paths;
    for (const Written& file : m_files)
        paths.push_back(file.path);
    return paths;
}

} // namespace dbgr::pmix
