// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/sample/process_code.h"

#include "util/shown_path.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostRanges = 100'000;

std::string_view nextWord(std::string_view& line)
{
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// A library is called by the name that it was loaded by, which is that of a link when the linker wrote it down.
std::string moduleName(std::string_view mapped, const values::CodeFile* file)
{
    mapped = util::shownPath(mapped).path;
    const std::string name(baseName(mapped));
    if (!file || file->soname().empty() || file->soname() == name || file->soname().find('/') != std::string::npos)
        return name;
    std::error_code ignored;
    const std::filesystem::path link = std::filesystem::path(mapped).replace_filename(file->soname());
    return std::filesystem::equivalent(link, mapped, ignored) ? file->soname() : name;
}

} // namespace

std::optional<CodeMapping> codeMapping(std::string_view line)
{
    const std::vector<std::string_view> ends = util::split(nextWord(line), '-');
    const std::string_view rights = nextWord(line);
    const auto begin = util::parseNumber<std::uint64_t>(ends[0], 16);
    const auto end = ends.size() == 2 ? util::parseNumber<std::uint64_t>(ends[1], 16) : std::nullopt;
    const auto offset = util::parseNumber<std::uint64_t>(nextWord(line), 16);
    if (!begin || !end || !offset || *begin >= *end || rights.size() < 3 || rights[2] != 'x')
        return std::nullopt;
    CodeMapping mapping{*begin, *end, *offset, nextWord(line), nextWord(line), {}};
    mapping.path = util::trimmed(line);
    return mapping;
}

util::Result<values::CodeMap> codeOf(util::Pid pid, CodeFiles& files)
{
    const std::string path = "/proc/" + std::to_string(pid.value()) + "/maps";
    std::ifstream maps(path);
    std::vector<values::CodeRange> ranges;
    for (std::string line; std::getline(maps, line) && ranges.size() < kMostRanges;) {
        const auto mapping = codeMapping(line);
        if (!mapping || mapping->path == "[vsyscall]")
            continue;
        values::CodeRange range{{mapping->begin}, {mapping->end}, 0, files.of(pid, *mapping), {}};
        if (!mapping->path.empty())
            range.module = moduleName(mapping->path, range.file);
        const auto bias = range.file ? range.file->biasOf(range.begin, mapping->offset) : std::nullopt;
        if (bias)
            range.bias = *bias;
        else
            range.file = nullptr;
        ranges.push_back(std::move(range));
    }
    if (ranges.empty())
        return util::fail(std::make_error_code(std::errc::no_such_process),
                          "reading " + path + ": it has no code, or has ended");
    return values::CodeMap(std::move(ranges));
}

} // namespace dbgr::daemon
