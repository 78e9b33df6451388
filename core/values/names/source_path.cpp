// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/source_path.h"

#include "values/dwarf/code_lines.h"

#include <dwarf.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace dbgr::values {

namespace {

std::string withoutDots(std::string path)
{
    const bool hasDots = path.find("/.") != std::string::npos || path.find("//") != std::string::npos;
    return hasDots ? std::filesystem::path(path).lexically_normal().string() : path;
}

} // namespace

std::string absolutePath(const Die& unit, std::string path)
{
    std::optional<Dwarf_Attribute> folder = unit.own(DW_AT_comp_dir);
    const char* const text = folder ? dwarf_formstring(&*folder) : nullptr;
    if (path.empty() || path.starts_with('<') || path.starts_with('/') || !text)
        return path.starts_with('<') ? std::string() : withoutDots(std::move(path));
    return (std::filesystem::path(text) / path).lexically_normal().string();
}

std::string declaredPlace(const Die& name)
{
    Dwarf_Die raw = name.raw();
    int line = 0;
    const char* const file = declarationFile(name);
    if (!file || dwarf_decl_line(&raw, &line) != 0 || line <= 0)
        return {};
    const std::string path = absolutePath(name.unit(), file);
    return path.empty() ? path : path + ":" + std::to_string(line);
}

} // namespace dbgr::values
