// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/sample/code_files.h"

#include "util/process_memory.h"
#include "util/shown_path.h"

#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostVdso = std::size_t{1} << 20;

std::string folderOf(util::Pid pid)
{
    return "/proc/" + std::to_string(pid.value()) + "/";
}

/// What tells one file from another one at its path, later or elsewhere. Nothing: there is none.
std::optional<std::string> stampOf(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    std::string stamp;
    for (const long number : {static_cast<long>(info.st_dev), static_cast<long>(info.st_ino), info.st_size,
                              info.st_mtim.tv_sec, info.st_mtim.tv_nsec})
        stamp += std::to_string(number) + ":";
    return stamp;
}

/// Where the process' file can be read by us. It may have another root, or have been deleted, or replaced since.
std::string readablePath(util::Pid pid, const CodeMapping& mapping)
{
    const std::string path(mapping.path);
    if (!util::shownPath(path).isDeleted) {
        const auto ours = stampOf(path);
        const auto theirs = stampOf(folderOf(pid) + "root" + path);
        return !theirs || theirs == ours ? path : folderOf(pid) + "root" + path;
    }
    char name[48];
    std::snprintf(name, sizeof name, "map_files/%lx-%lx", mapping.begin, mapping.end);
    if (std::string mapped = folderOf(pid) + name; stampOf(mapped))
        return mapped;
    std::error_code ignored;
    const std::string program = folderOf(pid) + "exe";
    return std::filesystem::read_symlink(program, ignored) == path ? program : std::string();
}

} // namespace

values::CodeFile* CodeFiles::of(util::Pid pid, const CodeMapping& mapping)
{
    if (mapping.path == "[vdso]")
        return vdso(pid, mapping);
    if (!mapping.path.starts_with('/'))
        return nullptr;
    const std::string path = readablePath(pid, mapping);
    return path.empty() ? nullptr : opened(path);
}

values::CodeFile* CodeFiles::opened(const std::string& path)
{
    const auto stamp = stampOf(path);
    if (!stamp)
        return nullptr;
    const auto [known, isNew] = m_byPath.try_emplace(*stamp + path, nullptr);
    if (!isNew)
        return known->second;
    std::unique_ptr<values::CodeFile> file = values::CodeFile::open(path, m_store);
    if (!file)
        return nullptr;
    const std::string key = file->buildId().empty() ? *stamp + path : file->buildId();
    known->second = m_files.try_emplace(key, std::move(file)).first->second.get();
    return known->second;
}

/// The kernel gives the same one to all processes, and only the tracer can read theirs everywhere.
values::CodeFile* CodeFiles::vdso(util::Pid pid, const CodeMapping& mapping)
{
    const std::size_t size = mapping.end - mapping.begin;
    const auto [known, isNew] = m_byPath.try_emplace("[vdso]" + std::to_string(size), nullptr);
    if (!isNew || size > kMostVdso)
        return known->second;
    std::vector<char> image(size);
    if (!util::ProcMemory(pid).read(util::RemoteAddress(mapping.begin), std::as_writable_bytes(std::span(image))))
        return nullptr;
    std::unique_ptr<values::CodeFile> file = values::CodeFile::ofImage(std::move(image));
    if (!file)
        return nullptr;
    const std::string key = file->buildId().empty() ? known->first : file->buildId();
    known->second = m_files.try_emplace(key, std::move(file)).first->second.get();
    return known->second;
}

} // namespace dbgr::daemon
