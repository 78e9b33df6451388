// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/node_facts.h"
#include "util/string_util.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace dbgr::doctor {

namespace {

constexpr unsigned kCapSysPtrace = 19; // <linux/capability.h>
constexpr std::size_t kMostOfAFile = 65536;

/// Nothing: it is not there, or cannot be read.
std::optional<std::string> contents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    std::string text(kMostOfAFile, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

/// The value of "NAME: value" in a file like /proc/self/status.
std::string fieldOf(std::string_view status, std::string_view name)
{
    for (const std::string_view line : util::split(status, '\n'))
        if (line.starts_with(name) && line.substr(name.size(), 1) == ":")
            return std::string(util::trimmed(line.substr(name.size() + 1)));
    return {};
}

/// The line "Max open files  1024  4096  files" of /proc/self/limits.
LimitFacts limitOf(std::string_view limits, std::string_view name)
{
    LimitFacts facts;
    for (const std::string_view line : util::split(limits, '\n')) {
        if (!line.starts_with(name))
            continue;
        std::vector<std::string_view> words;
        for (const std::string_view word : util::split(line.substr(name.size()), ' '))
            if (!word.empty())
                words.push_back(word);
        const auto number = [&](std::size_t i) -> std::optional<std::uint64_t> {
            if (i < words.size() && words[i] == "unlimited")
                return UINT64_MAX;
            return i < words.size() ? util::parseNumber<std::uint64_t>(words[i]) : std::nullopt;
        };
        facts = {number(0), number(1)};
    }
    return facts;
}

std::string containerOf(const std::string& root)
{
    const auto there = [&](const char* path) { return ::access((root + path).c_str(), F_OK) == 0; };
    if (there("/.dockerenv"))
        return "Docker";
    if (there("/run/.containerenv"))
        return "Podman";
    if (there("/.singularity.d") || there("/singularity"))
        return "Apptainer or Singularity";
    const std::string groups = contents(root + "/proc/1/cgroup").value_or("");
    for (const auto& [word, name] : {std::pair{"kubepods", "Kubernetes"}, std::pair{"docker", "Docker"},
                                     std::pair{"libpod", "Podman"}, std::pair{"/lxc", "LXC"}})
        if (groups.find(word) != std::string::npos)
            return name;
    return {};
}

/// Makes a file that has no name, or one that is removed at once.
Tried canWrite(const std::string& folder)
{
    const int nameless = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (nameless >= 0) {
        ::close(nameless);
        return 0;
    }
    if (errno != EOPNOTSUPP && errno != EISDIR)
        return errno;
    std::string path = folder + "/dbgr-doctor-XXXXXX";
    const int named = ::mkstemp(path.data());
    if (named < 0)
        return errno;
    ::close(named);
    ::unlink(path.c_str());
    return 0;
}

SpaceFacts spaceOf(const std::string& root, const std::string& path)
{
    SpaceFacts facts{path, canWrite(root + path), std::nullopt};
    struct statvfs space
    {};
    if (::statvfs((root + path).c_str(), &space) == 0)
        facts.free = static_cast<std::uint64_t>(space.f_bavail) * space.f_frsize;
    return facts;
}

} // namespace

NodeFacts readNodeFiles(const std::string& root, const std::string& temporaryFolder)
{
    NodeFacts facts;
    const std::string status = contents(root + "/proc/self/status").value_or("");
    const std::string limits = contents(root + "/proc/self/limits").value_or("");
    if (const auto scope = contents(root + "/proc/sys/kernel/yama/ptrace_scope"))
        facts.yamaScope = util::parseNumber<int>(util::trimmed(*scope));
    facts.seccomp = util::parseNumber<int>(fieldOf(status, "Seccomp"));
    const auto capabilities = util::parseNumber<std::uint64_t>(fieldOf(status, "CapEff"), 16);
    facts.mayTraceAll = capabilities && (*capabilities >> kCapSysPtrace & 1U) != 0;
    facts.container = containerOf(root);
    facts.sharedMemory = spaceOf(root, "/dev/shm");
    facts.temporary = spaceOf(root, temporaryFolder);
    facts.descriptors = limitOf(limits, "Max open files");
    facts.coreSize = limitOf(limits, "Max core file size");
    if (auto pattern = contents(root + "/proc/sys/kernel/core_pattern"))
        facts.corePattern = std::string(util::trimmed(*pattern));
    return facts;
}

} // namespace dbgr::doctor
