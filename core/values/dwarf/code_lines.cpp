// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/code_lines.h"

#include "values/dwarf/enclosing.h"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>

namespace dbgr::values {

namespace {

std::optional<SourceLine> sourceLine(Dwarf_Line* row)
{
    int line = 0;
    const char* const file = dwarf_linesrc(row, nullptr, nullptr);
    if (!file || dwarf_lineno(row, &line) != 0 || line <= 0)
        return std::nullopt;
    int column = 0;
    (void)dwarf_linecol(row, &column);
    return SourceLine{file, static_cast<unsigned>(line), static_cast<unsigned>(std::max(column, 0))};
}

} // namespace

std::string pathOf(const Die& unit, const SourceLine& line)
{
    std::filesystem::path path(line.file);
    std::optional<Dwarf_Attribute> folder = unit.own(DW_AT_comp_dir);
    const char* const text = folder ? dwarf_formstring(&*folder) : nullptr;
    if (text && path.is_relative() && !line.file.starts_with(std::string(text) + "/")) // libdw adds it now and then
        path = text / path;
    return path.lexically_normal().string();
}

std::optional<SourceLine> lineAt(const Die& unit, FileAddress pc)
{
    Dwarf_Die raw = unit.raw();
    Dwarf_Line* const row = dwarf_getsrc_die(&raw, pc.value);
    return row ? sourceLine(row) : std::nullopt;
}

/// libdw's own function ends the process where a split unit has no lines, and takes DWARF 5's first file for none.
const char* declarationFile(const Die& die)
{
    const std::optional<Dwarf_Attribute> attribute = die.find(DW_AT_decl_file);
    const std::optional<std::int64_t> number = attribute ? constantOf(*attribute) : std::nullopt;
    Dwarf_Die unit; // whose files are counted
    Dwarf_Half version = 0;
    if (!number || !dwarf_cu_die(attribute->cu, &unit, &version, nullptr, nullptr, nullptr, nullptr, nullptr))
        return nullptr;
    constexpr Dwarf_Half kCountsFromZero = 5;
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (*number < (version >= kCountsFromZero ? 0 : 1) || dwarf_getsrcfiles(&unit, &files, &count) != 0)
        return nullptr;
    return dwarf_filesrc(files, static_cast<std::size_t>(*number), nullptr, nullptr);
}

std::optional<SourceLine> declarationLine(const Die& die)
{
    const char* const file = declarationFile(declarationOf(die));
    const std::int64_t line = die.number(DW_AT_decl_line).value_or(0);
    if (!file || line <= 0)
        return std::nullopt;
    return SourceLine{file, static_cast<unsigned>(line), 0};
}

std::optional<SourceLine> callLine(const Die& inlined)
{
    const std::int64_t file = inlined.number(DW_AT_call_file).value_or(-1);
    const std::int64_t line = inlined.number(DW_AT_call_line).value_or(0);
    const std::int64_t column = inlined.number(DW_AT_call_column).value_or(0);
    Dwarf_Die unit = inlined.unit().raw();
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (file < 0 || line <= 0 || dwarf_getsrcfiles(&unit, &files, &count) != 0)
        return std::nullopt;
    const char* const name = dwarf_filesrc(files, static_cast<std::size_t>(file), nullptr, nullptr);
    if (!name)
        return std::nullopt;
    return SourceLine{name, static_cast<unsigned>(line), static_cast<unsigned>(std::max<std::int64_t>(column, 0))};
}

std::optional<unsigned> firstLineOfCode(const Die& unit, const std::vector<std::pair<FileAddress, FileAddress>>& code,
                                        const SourceLine& after)
{
    Dwarf_Die raw = unit.raw();
    Dwarf_Lines* rows = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&raw, &rows, &count) != 0)
        return std::nullopt;
    std::optional<unsigned> first;
    for (std::size_t i = 0; i < count; ++i) {
        Dwarf_Line* const row = dwarf_onesrcline(rows, i);
        Dwarf_Addr address = 0;
        if (dwarf_lineaddr(row, &address) != 0)
            continue;
        const bool isInside = std::ranges::any_of(
            code, [&](const auto& range) { return address >= range.first.value && address < range.second.value; });
        const std::optional<SourceLine> source = isInside ? sourceLine(row) : std::nullopt;
        if (source && source->file == after.file && source->line > after.line)
            first = std::min(first.value_or(source->line), source->line);
    }
    return first;
}

} // namespace dbgr::values
