// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/push/daemon_archive.h"

#include "session/remote/push/push_scripts.h"
#include "session/remote/remote_error.h"
#include "util/content_hash.h"
#include "util/own_programs.h"
#include "util/state_folder.h"
#include "util/string_util.h"

#include <cerrno>
#include <cstdio>
#include <span>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::session {

namespace {

void addText(util::ContentHash& hash, std::string_view text)
{
    hash.add(text.size());
    hash.add(std::as_bytes(std::span(text)));
}

/// Another one for another version, another build, another place, and another way to pack.
std::string archivePath(const DaemonArchive::Source& source)
{
    util::ContentHash hash;
    addText(hash, kPackScript);
    addText(hash, source.python);
    for (const std::string& program : source.programs) {
        struct stat facts
        {};
        ::stat(program.c_str(), &facts);
        addText(hash, program);
        hash.add(static_cast<std::uint64_t>(facts.st_size));
        hash.add(static_cast<std::uint64_t>(facts.st_mtim.tv_sec));
        hash.add(static_cast<std::uint64_t>(facts.st_mtim.tv_nsec));
    }
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash.value().high));
    return source.folder + "/daemons-" DBGR_VERSION "-" + digits + ".tar.gz";
}

/// A file that somebody else could have changed is none.
util::Result<util::UniqueFd> openOwn(const std::string& path)
{
    util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file)
        return util::fail(util::systemError(errno, "opening " + path));
    struct stat facts
    {};
    const bool mayBeTrusted = ::fstat(file.get(), &facts) == 0 && S_ISREG(facts.st_mode) &&
                              facts.st_uid == ::geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!mayBeTrusted)
        return util::fail(std::make_error_code(std::errc::operation_not_permitted),
                          "opening " + path + ": others may write to it");
    return file;
}

} // namespace

DaemonArchive::Source archiveSourceOf(const std::string& daemonProgram)
{
    constexpr std::string_view kHelper = "helper:";
    DaemonArchive::Source source;
    const std::string folder = daemonProgram.substr(0, daemonProgram.rfind('/') + 1);
    for (const std::string_view entry : util::split(std::string_view(DBGR_PROGRAMS), ','))
        if (entry.starts_with(kHelper))
            source.programs.push_back(folder + std::string(entry.substr(kHelper.size())));
    source.python = util::ownCompanion("python", daemonProgram);
    if (const std::string cache = util::cacheFolder(); !cache.empty())
        source.folder = cache + "/daemons";
    return source;
}

DaemonArchive::DaemonArchive(net::EventLoop& loop, Source source, std::function<void()> packing)
    : m_loop(loop), m_source(std::move(source)), m_path(archivePath(m_source)), m_packing(std::move(packing))
{}

void DaemonArchive::make(Ready ready)
{
    m_awaited.push_back(std::move(ready));
    if (m_packer)
        return;
    m_loop.post(m_lifetime.guard([this] {
        if (m_packer || m_awaited.empty())
            return;
        if (open() && checksum())
            return onPacked({});
        pack();
    }));
}

util::Result<util::UniqueFd> DaemonArchive::open() const
{
    return openOwn(m_path);
}

util::Result<std::string> DaemonArchive::checksum() const
{
    constexpr std::size_t kDigits = 64;
    const std::string path = m_path + ".sha256";
    DBGR_TRY(const util::UniqueFd file, openOwn(path));
    std::string digits(kDigits, '\0');
    const ssize_t count = ::read(file.get(), digits.data(), digits.size());
    if (count != static_cast<ssize_t>(kDigits) || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
        return util::fail(std::make_error_code(std::errc::bad_message), "reading " + path + ": it is no checksum");
    return digits;
}

void DaemonArchive::pack()
{
    if (m_source.folder.empty())
        return onPacked({net::ExitStatus::Kind::Exited, 1});
    m_packing();
    net::ChildSpec spec;
    spec.program = "/bin/sh";
    spec.arguments = {"sh", "-c", kPackScript, "dbgr", m_path, m_source.python};
    spec.arguments.insert(spec.arguments.end(), m_source.programs.begin(), m_source.programs.end());
    spec.environment = net::currentEnvironment();
    spec.standardInput = net::Stdio::null();
    spec.standardOutput = spec.standardError = net::Stdio::pipe();
    auto child = net::ChildProcess::start(m_loop, spec);
    if (!child)
        return onPacked({net::ExitStatus::Kind::Exited, 1});
    m_packer = std::move(*child);
    m_words.emplace(m_loop, m_packer->takeStandardOutput(), m_packer->takeStandardError(), [](const OutputBytes&) {});
    m_packer->setExited([this](net::ExitStatus status) { onPacked(status); });
}

void DaemonArchive::onPacked(net::ExitStatus status)
{
    if (m_words)
        m_words->drain();
    const std::string words = m_words ? m_words->text() : m_source.folder.empty() ? "there is no home folder" : "";
    for (const Ready& ready : std::exchange(m_awaited, {})) {
        auto sum = open().and_then([this](const util::UniqueFd&) { return checksum(); });
        if (sum)
            ready(std::move(sum));
        else if (status.success())
            ready(util::fail(cannotPack(m_path, sum.error().message())));
        else
            ready(util::fail(cannotPack(m_path, words.empty() ? status.toString() : words)));
    }
    m_words.reset();
    m_loop.post([packer = std::shared_ptr(std::move(m_packer))] {}); // it is the one who called
}

} // namespace dbgr::session
