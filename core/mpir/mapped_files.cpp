// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/mapped_files.h"

#include "util/shown_path.h"
#include "util/string_util.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::mpir {

namespace {

constexpr std::size_t kMaxMapsBytes = 16 * 1024 * 1024;

/// The next field of a line that has them between blanks; "" at its end.
std::string_view nextField(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view field = line.substr(0, line.find(' '));
    line.remove_prefix(field.size());
    return field;
}

/// "7f00-7f10 r-xp 00001000 fe:01 4711   /usr/lib/libx.so"; nothing: no file is mapped there.
std::optional<MappedFile> parseLine(std::string_view line)
{
    const std::string_view range = nextField(line);
    static_cast<void>(nextField(line)); // rights
    const auto offset = util::parseNumber<std::uint64_t>(nextField(line), 16);
    static_cast<void>(nextField(line)); // device
    static_cast<void>(nextField(line)); // inode
    const auto [path, isDeleted] = util::shownPath(util::trimmed(line));
    const auto start = util::parseNumber<std::uint64_t>(range.substr(0, range.find('-')), 16);
    const auto end =
        util::parseNumber<std::uint64_t>(range.substr(std::min(range.find('-'), range.size() - 1) + 1), 16);
    if (!start || !end || !offset || !path.starts_with('/'))
        return std::nullopt;
    return MappedFile{std::string(path), *start, *end, *offset, isDeleted};
}

std::string processFolder(util::Pid pid)
{
    return "/proc/" + std::to_string(pid.value());
}

} // namespace

std::vector<MappedFile> parseMaps(std::string_view maps)
{
    std::vector<MappedFile> files;
    std::set<std::string> seen;
    for (const std::string_view line : util::split(maps, '\n')) {
        auto file = line.empty() ? std::nullopt : parseLine(line);
        if (file && files.size() < kMaxMappedFiles && seen.insert(file->path).second)
            files.push_back(std::move(*file));
    }
    return files;
}

util::Result<std::vector<MappedFile>> mappedFiles(util::Pid pid)
{
    const std::string path = processFolder(pid) + "/maps";
    const util::UniqueFd maps(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    std::array<char, 64 * 1024> piece{};
    ssize_t size = maps ? 1 : -1;
    while (size > 0 && text.size() < kMaxMapsBytes) {
        size = ::read(maps.get(), piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
    if (size < 0)
        return util::fail(util::systemError(errno, "reading " + path));
    return parseMaps(text);
}

util::Result<util::UniqueFd> openMapped(util::Pid pid, const MappedFile& file)
{
    std::array<char, 64> range{};
    std::snprintf(range.data(), range.size(), "/map_files/%llx-%llx", static_cast<unsigned long long>(file.start),
                  static_cast<unsigned long long>(file.end));
    const auto open = [](const std::string& path) { // not to wait for a FIFO that took the file's place
        return util::UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    };
    const std::string root = processFolder(pid) + "/root";
    util::UniqueFd opened = open(file.deleted ? processFolder(pid) + range.data() : root + file.path);
    const bool isElsewhere = !opened && errno == ENOENT && !file.deleted;
    if (isElsewhere && ::access(root.c_str(), F_OK) == 0) // its root is a folder of ours: the kernel shows our path
        opened = open(file.path);
    struct stat facts = {};
    if (!opened || ::fstat(opened.get(), &facts) != 0)
        return util::fail(util::systemError(
            errno, "opening " + file.path + (file.deleted ? ", which was deleted since it was started" : "")));
    if (!S_ISREG(facts.st_mode))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "opening " + file.path + ": not a file");
    return opened;
}

} // namespace dbgr::mpir
