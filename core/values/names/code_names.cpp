// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/code_names.h"

#include "util/demangle.h"
#include "values/dwarf/code_lines.h"
#include "values/dwarf/enclosing.h"
#include "values/names/source_path.h"

#include <dwarf.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kFunctionLevels = 8;
constexpr std::string_view kUnnamed = "(anonymous namespace)";

bool hasBody(const Die& function)
{
    return !function.isDeclaration() &&
           (function.own(DW_AT_low_pc) || function.own(DW_AT_ranges) || function.own(DW_AT_inline));
}

class FunctionWalk
{
public:
    explicit FunctionWalk(const std::function<bool(const FunctionPlace&)>& visit) : m_visit(visit) {}

    bool unit(const Die& unit)
    {
        m_unit = &unit;
        m_declaredIn.clear();
        m_isFortran = languageOf(unit) == Language::Fortran;
        return below(unit, "", 0);
    }

private:
    /// \return whether to go on
    bool below(const Die& parent, const std::string& inside, unsigned depth)
    {
        if (depth == kFunctionLevels)
            return true;
        bool goesOn = true;
        for (std::optional<Die> child = parent.firstChild(); child && goesOn; child = child->sibling()) {
            const unsigned tag = child->tag();
            const bool isFunction = tag == DW_TAG_subprogram;
            if (isFunction && hasBody(*child))
                goesOn = tell(*child, inside);
            else if (isFunction && !inside.empty())
                m_declaredIn.emplace(child->offset(), inside);
            // What is unnamed has no linkage name, which would have its classes' names.
            const bool opens = tag == DW_TAG_module || tag == DW_TAG_namespace || (isFunction && m_isFortran) ||
                               (isClassTag(tag) && inside.find(kUnnamed) != std::string::npos);
            if (goesOn && opens)
                goesOn = below(*child, joined(inside, scopeName(*child, tag)), depth + 1);
        }
        return goesOn;
    }
    [[nodiscard]] static std::string scopeName(const Die& scope, unsigned tag)
    {
        const std::string name = scope.name();
        return name.empty() && tag == DW_TAG_namespace ? std::string(kUnnamed) : name;
    }
    [[nodiscard]] static std::string joined(const std::string& inside, const std::string& name)
    {
        return inside.empty() || name.empty() ? inside + name : inside + "::" + name;
    }
    /// A definition may stand outside of what it is declared in.
    [[nodiscard]] const std::string& scopeOf(const Die& function, const std::string& inside) const
    {
        const auto found = m_declaredIn.find(declarationOf(function).offset());
        return inside.empty() && found != m_declaredIn.end() ? found->second : inside;
    }
    bool tell(const Die& function, const std::string& inside)
    {
        if (function.name().empty() || function.flag(DW_AT_artificial))
            return true;
        const std::string linkage = function.linkageName();
        const auto whole = linkage.starts_with("_Z") ? util::demangled(linkage) : std::nullopt;
        FunctionPlace place{whole.value_or(joined(scopeOf(function, inside), function.name())), {}, 0};
        Dwarf_Die raw = function.raw();
        int line = 0;
        if (dwarf_decl_line(&raw, &line) == 0 && line > 0)
            place.line = static_cast<std::uint32_t>(line);
        if (const char* const file = declarationFile(function))
            place.file = absolutePath(*m_unit, file);
        return m_visit(place);
    }

    const std::function<bool(const FunctionPlace&)>& m_visit;
    std::map<std::uint64_t, std::string> m_declaredIn; ///< by the declaration's offset, of this unit
    const Die* m_unit = nullptr;
    bool m_isFortran = false;
};

std::optional<Dwarf_Word> lineTableOf(const Die& unit)
{
    std::optional<Dwarf_Attribute> attribute = unit.own(DW_AT_stmt_list);
    Dwarf_Word offset = 0;
    return attribute && dwarf_formudata(&*attribute, &offset) == 0 ? std::optional(offset) : std::nullopt;
}

/// Those that the unit's lines may be of, and its types, constants and variables: also what nothing was compiled of.
void addFilesOfLines(const Die& unit, std::set<std::string>& paths)
{
    constexpr std::string_view kNone = "???"; // what libdw calls what has no name
    Dwarf_Die raw = unit.raw();
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&raw, &files, &count) != 0)
        return;
    for (std::size_t i = 0; i < count; ++i) {
        const char* const name = dwarf_filesrc(files, i, nullptr, nullptr);
        if (const std::string_view path = name ? name : ""; !path.empty() && path != kNone && !path.ends_with('>'))
            paths.insert(absolutePath(unit, std::string(path)));
    }
}

} // namespace

void forEachFunction(DebugFile& file, const std::function<bool(const FunctionPlace&)>& visit)
{
    FunctionWalk walk(visit);
    for (const Die& unit : file.units()) {
        if (!walk.unit(unit))
            return;
    }
}

std::set<std::string> sourcesOf(DebugFile& file)
{
    std::set<std::string> paths;
    std::set<Dwarf_Word> tables; // several units may have the same
    for (const Die& unit : file.units()) {
        paths.insert(absolutePath(unit, unit.name()));
        if (const auto table = lineTableOf(unit); table && tables.insert(*table).second)
            addFilesOfLines(unit, paths);
    }
    paths.erase("");
    return paths;
}

} // namespace dbgr::values
