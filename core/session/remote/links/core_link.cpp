// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/core_link.h"

#include "corefile/build_id.h"
#include "corefile/byte_source.h"
#include "debug/debug_error.h"
#include "session/remote/links/input_refusal.h"
#include "util/host_name.h"
#include "util/string_util.h"

#include <algorithm>
#include <glob.h>
#include <sys/stat.h>
#include <utility>

namespace dbgr::session {
namespace {

/// More ranks than any job has that a person looks at core file by core file.
constexpr std::size_t kMaxFiles = 100000;

bool exists(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0;
}

std::string absolute(const std::string& path, const std::string& folder)
{
    return path.starts_with('/') || folder.empty() ? path : folder + '/' + path;
}

std::vector<std::string> expand(const std::string& pattern)
{
    if (exists(pattern)) // a name may have a pattern's characters
        return {pattern};
    glob_t found = {};
    std::vector<std::string> paths;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
        paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return paths;
}

ProgramFacts lookAtProgram(const std::string& path)
{
    const auto file = corefile::FileSource::open(path);
    return file ? ProgramFacts{true, corefile::buildIdOf(*file)} : ProgramFacts{exists(path), ""};
}

} // namespace

util::Result<std::vector<std::string>> findCoreFiles(const std::vector<std::string>& names,
                                                     const std::string& workingDirectory)
{
    std::vector<std::string> paths;
    for (const std::string& name : names) {
        const std::vector<std::string> those = expand(absolute(name, workingDirectory));
        if (those.empty())
            return util::fail(std::make_error_code(std::errc::no_such_file_or_directory),
                              "looking for core files: there is no file " + name + " in " + workingDirectory,
                              "Where they go, and how they are called, /proc/sys/kernel/core_pattern tells; without "
                              "\"ulimit -c unlimited\" there mostly are none.");
        paths.insert(paths.end(), those.begin(), those.end());
    }
    std::ranges::sort(paths, util::naturallyBefore);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    if (paths.size() > kMaxFiles)
        return util::fail(std::make_error_code(std::errc::argument_list_too_long),
                          "looking for core files: " + std::to_string(paths.size()) + " files are too many",
                          "Name fewer of them.");
    return paths;
}

CoreLink::CoreLink(net::EventLoop& loop, launchers::CoreFiles target, std::string workingDirectory)
    : m_loop(loop), m_target(std::move(target)), m_workingDirectory(std::move(workingDirectory)), m_daemon(loop)
{}

void CoreLink::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] { findFiles(); }));
}

void CoreLink::findFiles()
{
    auto paths = findCoreFiles(m_target.files, m_workingDirectory);
    if (!paths)
        return m_events.failed(std::move(paths).error());
    m_paths = std::move(*paths);
    m_events.tell(LauncherStarted{util::Pid(), words(), "", "", true});
    readNext();
}

void CoreLink::readNext()
{
    if (m_abandoned)
        return;
    if (m_read.size() == m_paths.size())
        return tellJob();
    const std::string& path = m_paths[m_read.size()];
    auto core = corefile::readCoreFile(path);
    if (!core)
        return m_events.failed(std::move(core).error());
    m_read.push_back({path, std::move(*core)});
    m_events.tell(LaunchProgress{"reading core files", static_cast<std::uint32_t>(m_read.size()),
                                 static_cast<std::uint32_t>(m_paths.size())});
    m_loop.post(m_lifetime.guard([this] { readNext(); }));
}

void CoreLink::tellJob()
{
    const std::string program = m_target.program.empty() ? "" : absolute(m_target.program, m_workingDirectory);
    m_job = makeCoreJob(m_read, program, util::hostName(), lookAtProgram);
    m_read.clear(); // environments are large
    for (util::Error& warning : m_job.warnings)
        m_events.tell(BackendWarning{std::move(warning)});
    m_events.launched(m_job.job);
    m_events.settled(std::nullopt);
}

std::string CoreLink::words() const
{
    const std::string files =
        m_paths.size() == 1 ? "core file " + m_paths.front() : std::to_string(m_paths.size()) + " core files";
    return m_target.program.empty() ? files : files + " of " + m_target.program;
}

void CoreLink::sendInput(util::RequestId id, const util::RankSet&, std::string, bool)
{
    m_events.tell(InputAccepted{id, util::fail(notToThese("nobody reads it in a core file", ""))});
}

void CoreLink::killJob()
{
    m_loop.post(m_lifetime.guard([this] { m_events.jobEnded({0, std::nullopt, ""}); }));
}

void CoreLink::leave(bool, std::function<void()> done)
{
    m_abandoned = true;
    m_loop.post(std::move(done));
}

} // namespace dbgr::session
