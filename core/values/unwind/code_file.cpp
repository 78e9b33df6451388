// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/code_file.h"

#include "debug/function_name.h"
#include "util/demangle.h"
#include "values/dwarf/code_lines.h"
#include "values/dwarf/enclosing.h"
#include "values/names/procedures.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostKept = 100'000; // rows, or places

/// As stacks have it.
std::string shownName(const std::string& symbol)
{
    const std::size_t version = std::min(symbol.find('@'), symbol.size());
    const auto whole = symbol.starts_with("_Z") ? util::demangled(symbol.substr(0, version)) : std::nullopt;
    return debug::shownFunction(whole ? *whole + symbol.substr(version) : symbol);
}

/// Of its own, not in another file.
bool hasDebugInformation(Elf* elf)
{
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        const char* const name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : nullptr;
        if (name && header.sh_type != SHT_NOBITS &&
            (std::string_view(name) == ".debug_info" || std::string_view(name) == ".zdebug_info"))
            return true;
    }
    return false;
}

/// As liblldb has it.
debug::SourceLocation locationOf(const Die& unit, const std::optional<SourceLine>& line)
{
    return line ? debug::SourceLocation{pathOf(unit, *line), line->line, line->column} : debug::SourceLocation{};
}

/// Of the range of its code that the pc is in.
FileAddress beginOf(const Scope& scope, FileAddress pc)
{
    const auto range =
        std::ranges::find_if(scope.code, [pc](const Scope::Range& one) { return one.first <= pc && pc < one.second; });
    return range != scope.code.end() ? range->first : pc;
}

std::string shownNameOf(const Scope& function)
{
    const std::string linkage = function.die.linkageName();
    if (!linkage.empty())
        return shownName(linkage);
    // Of what has no linkage, as templates of lambdas, liblldb asks what it is declared in where that is elsewhere.
    const bool isElsewhere = function.tag == DW_TAG_subprogram && function.language == Language::Cxx && function.up &&
                             function.up->tag == DW_TAG_compile_unit && function.name != "main";
    return isElsewhere ? debug::oneSpelling(qualifiedName(function.die)) : debug::shownFunction(function.name);
}

} // namespace

std::unique_ptr<CodeFile> CodeFile::open(const std::string& path, DebugFileStore& store)
{
    std::unique_ptr<CodeFile> file(new CodeFile);
    file->m_handle = openElf(path);
    if (!file->m_handle)
        return nullptr;
    file->readHeaders();
    Module module;
    module.path = path;
    module.buildId = file->m_buildId;
    if (hasDebugInformation(file->m_handle.elf.get())) // liblldb looks nowhere else: one place has one name
        file->m_debug = store.of(module);
    if (file->m_debug && file->m_debug->isSeparate())
        file->m_debug = nullptr;
    if (!file->m_debug) {
        file->m_frameRules.emplace(file->m_handle.elf.get(), nullptr);
        file->m_codeSymbols.emplace(file->m_handle.elf.get(), nullptr);
    }
    return file;
}

std::unique_ptr<CodeFile> CodeFile::ofImage(std::vector<char> image)
{
    std::unique_ptr<CodeFile> file(new CodeFile);
    file->m_image = std::move(image);
    elf_version(EV_CURRENT);
    file->m_handle.elf.reset(elf_memory(file->m_image.data(), file->m_image.size()));
    if (!file->m_handle.elf || elf_kind(file->m_handle.elf.get()) != ELF_K_ELF)
        return nullptr;
    file->readHeaders();
    file->m_frameRules.emplace(file->m_handle.elf.get(), nullptr);
    file->m_codeSymbols.emplace(file->m_handle.elf.get(), nullptr);
    return file;
}

void CodeFile::readHeaders()
{
    Elf* const elf = m_handle.elf.get();
    m_buildId = buildIdOf(elf);
    std::size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0)
        return;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, static_cast<int>(i), &header))
            continue;
        if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
            m_segments.push_back({header.p_vaddr, header.p_offset, header.p_filesz});
    }
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        Elf_Data* const data = gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC && header.sh_entsize > 0
                                   ? elf_getdata(section, nullptr)
                                   : nullptr;
        GElf_Dyn entry;
        for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; ++i) {
            const char* const name =
                entry.d_tag == DT_SONAME ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : nullptr;
            if (name)
                m_soname = name;
        }
    }
}

std::optional<std::uint64_t> CodeFile::biasOf(Address begin, std::uint64_t offset) const
{
    constexpr std::uint64_t kPageMask = 0xFFF; // mappings begin with a page
    for (const Segment& segment : m_segments) {
        if (offset >= (segment.offset & ~kPageMask) && offset < segment.offset + segment.bytes)
            return begin.value - (segment.address - segment.offset + offset);
    }
    return std::nullopt;
}

const FrameRow* CodeFile::row(FileAddress pc)
{
    const auto known = m_rows.upper_bound(pc.value);
    if (known != m_rows.end() && known->second.begin <= pc)
        return &known->second;
    if (m_withoutRow.contains(pc.value))
        return nullptr;
    auto row = (m_debug ? m_debug->frameRules() : *m_frameRules).row(pc);
    if (!row) {
        if (m_withoutRow.size() >= kMostKept)
            m_withoutRow.clear();
        m_withoutRow.insert(pc.value);
        return nullptr;
    }
    if (m_rows.size() >= kMostKept)
        m_rows.clear();
    const std::uint64_t end = row->end.value;
    return &m_rows.insert_or_assign(end, *std::move(row)).first->second;
}

CodeFile::Names CodeFile::names(FileAddress pc)
{
    if (m_names.size() >= kMostKept)
        m_names.clear();
    const auto [known, isNew] = m_names.try_emplace(pc.value);
    if (isNew)
        known->second = std::make_shared<const std::vector<CodeName>>(namesOf(pc));
    return known->second;
}

const Scope* CodeFile::functionAt(FileAddress pc)
{
    return m_debug ? procedureOf(m_debug->scopeAt(pc)) : nullptr;
}

const Scope* CodeFile::functionNamed(const std::string& name)
{
    if (!m_debug)
        return nullptr;
    if (m_functions.size() >= kMostKept)
        m_functions.clear();
    const auto [known, isNew] = m_functions.try_emplace(name, nullptr);
    const std::optional<FileAddress> begin = isNew ? symbols().named(name) : std::nullopt;
    if (begin)
        known->second = functionAt(*begin);
    return known->second;
}

const std::vector<CallSite>& CodeFile::callsOf(const Scope& function)
{
    const auto [known, isNew] = m_calls.try_emplace(function.die.id());
    if (isNew)
        known->second = callSitesOf(function.die);
    return known->second;
}

std::vector<CodeName> CodeFile::namesOf(FileAddress pc)
{
    const std::optional<Die> unit = m_debug ? m_debug->unitAt(pc) : std::nullopt;
    debug::SourceLocation where = unit ? locationOf(*unit, lineAt(*unit, pc)) : debug::SourceLocation{};
    const Scope* scope = unit ? m_debug->scopeAt(pc) : nullptr;
    std::vector<CodeName> names;
    std::vector<ProcedureHere> procedures = scope ? proceduresAt(*m_debug, pc) : std::vector<ProcedureHere>();
    for (ProcedureHere& procedure : procedures) {
        names.push_back(
            {std::move(procedure.name), std::move(where), names.size() + 1 < procedures.size(), false, std::nullopt});
        where = {std::move(procedure.callFile), procedure.callLine, procedure.callColumn};
    }
    if (!names.empty())
        return names;
    std::optional<FileAddress> inside;
    for (; scope && scope->tag != DW_TAG_subprogram; scope = scope->up) {
        if (scope->tag != DW_TAG_inlined_subroutine)
            continue;
        names.push_back({shownNameOf(*scope), std::move(where), true, beginOf(*scope, pc) == pc, inside});
        where = locationOf(*unit, callLine(scope->die));
        inside = beginOf(*scope, inside.value_or(pc));
    }
    std::string function = scope ? shownNameOf(*scope) : shownName(std::string(symbols().at(pc)));
    names.push_back({std::move(function), std::move(where), false, false, inside});
    return names;
}

} // namespace dbgr::values
