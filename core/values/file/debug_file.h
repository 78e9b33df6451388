// SPDX-License-Identifier: BSD-3-Clause
// A program or library and its debug information: read once for all ranks, and of it only what somebody asks for.
// Way: DebugFileStore -> DebugFile -> units, scopes, types, symbols. Thread: one at a time (libdw's handles demand it).
#pragma once

#include "util/result.h"
#include "values/dwarf/code_symbols.h"
#include "values/dwarf/elf_handle.h"
#include "values/dwarf/frame_rules.h"
#include "values/dwarf/inlined_copies.h"
#include "values/dwarf/name_index.h"
#include "values/dwarf/object_symbols.h"
#include "values/dwarf/saved_variables.h"
#include "values/scopes/scope_tree.h"
#include "values/target/address.h"
#include "values/types/type_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

/// What a file has for each thread.
struct ThreadLocals
{
    FileAddress begin; ///< of what a thread's copy is made from
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 1;
};

/// A variable or constant that a module of Fortran declares itself. Both live as long as the file.
struct ModuleSymbol
{
    const Scope* module = nullptr;
    const Symbol* symbol = nullptr;
};

class DebugFile
{
public:
    /// \param debugPath where the debug information is; "": in the program, or where systems put it
    /// \errors NotRecorded: no debug information anywhere, or no such file
    [[nodiscard]] static util::Result<std::unique_ptr<DebugFile>> open(const std::string& path,
                                                                       const std::string& debugPath);

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// The debug information is in another file than the program.
    [[nodiscard]] bool isSeparate() const { return m_separate.elf != nullptr; }
    /// The unit whose code is there; of split debug information the one that says more.
    [[nodiscard]] std::optional<Die> unitAt(FileAddress pc);
    /// The innermost scope whose code is there, found once for all ranks. Null: nothing is known of it.
    [[nodiscard]] Scope* scopeAt(FileAddress pc);
    [[nodiscard]] const std::vector<Die>& units();
    [[nodiscard]] TypeTable& types() { return m_types; }
    [[nodiscard]] ScopeTree& scopes() { return m_scopes; }
    /// Made at the first call, by reading all units once.
    [[nodiscard]] const NameIndex& index();
    /// What all modules of the file have of that name, in any case: looked for once for all ranks.
    [[nodiscard]] const std::vector<ModuleSymbol>& inModules(std::string_view name);
    /// Made at the first call, by reading all code of Fortran once.
    [[nodiscard]] const InlinedCopies& inlinedCopies();
    [[nodiscard]] const ObjectSymbols& symbols();
    [[nodiscard]] SavedVariables& savedVariables();
    [[nodiscard]] std::optional<ThreadLocals> threadLocals() const;
    [[nodiscard]] const FrameRules& frameRules();
    /// For names of code without debug information.
    [[nodiscard]] const CodeSymbols& codeSymbols();

private:
    struct UnitCode
    {
        FileAddress begin, end;
        std::size_t unit = 0;
    };

    DebugFile(std::string path, ElfHandle program, ElfHandle separate);
    void readUnits();

    std::string m_path;
    ElfHandle m_program;
    ElfHandle m_shared;   // outlives what refers to it
    ElfHandle m_separate; // with nothing in it where the program has its debug information itself
    std::vector<Die> m_units;
    std::vector<UnitCode> m_unitCode; // by their beginnings
    bool m_hasUnits = false;
    TypeTable m_types;
    ScopeTree m_scopes;
    std::unordered_map<std::uint64_t, Scope*> m_scopeAt; // by pc, of those that were asked for
    std::optional<NameIndex> m_index;
    std::unordered_map<std::string, std::vector<ModuleSymbol>> m_inModules; // by name, folded
    std::optional<InlinedCopies> m_inlinedCopies;
    std::optional<ObjectSymbols> m_symbols;
    std::optional<SavedVariables> m_savedVariables;
    std::optional<FrameRules> m_frameRules;
    std::optional<CodeSymbols> m_codeSymbols;
};

} // namespace dbgr::values
