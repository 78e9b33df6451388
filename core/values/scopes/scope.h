// SPDX-License-Identifier: BSD-3-Clause
// What is declared where: units, modules, procedures, blocks. Owned by the ScopeTree of a file, shared by all ranks.
// Thread: that of its file.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::values {

/// Something with a name and a value.
struct Symbol
{
    enum class Kind
    {
        Argument,
        Variable,
        Constant,    ///< Fortran's parameter
        Namelist,    ///< a list of variables under one name
        CommonBlock, ///< the same, with memory of its own: "/blk/"
        Common,      ///< a variable of a common block
        Enumerator   ///< of C
    };
    std::string name; ///< as it is declared, or as it is called here after being imported
    Kind kind = Kind::Variable;
    Die die;                        ///< of the variable itself, wherever it was imported from
    bool isImported = false;        ///< from a module
    bool isArtificial = false;      ///< the compiler made it
    std::optional<Die> enumeration; ///< of an enumerator
};

/// C++: another name of something, or a name that is made visible here, too.
struct Import
{
    std::string name;
    Die target; ///< as far as it is declared where it was imported from
};

struct Scope
{
    using Range = std::pair<FileAddress, FileAddress>; ///< the end is not in it

    Die die;
    unsigned tag = 0; ///< DW_TAG_compile_unit, ..._module, ..._subprogram, ..._lexical_block, ..._inlined_subroutine
    std::string name;
    Language language = Language::Other;
    Scope* up = nullptr;
    std::vector<Range> code;
    std::vector<std::unique_ptr<Scope>> inner;
    std::vector<Symbol> symbols;
    std::vector<Die> uses; ///< modules and namespaces of which all is visible here
    std::vector<Import> imports;
    bool isRead = false;
    std::optional<unsigned> firstLine; ///< of its code, behind the one that declares it; read when asked for; 0 none

    explicit Scope(const Die& of) : die(of) {}
    [[nodiscard]] bool holds(FileAddress pc) const;
    /// Symbols of that name; in Fortran whatever the case. Those with a place of their own first.
    [[nodiscard]] const Symbol* find(std::string_view name) const;
    /// Each variable of that name, which are several where a compiler describes blocks as part of what is around.
    [[nodiscard]] std::vector<const Symbol*> findAll(std::string_view name) const;
    void add(Symbol symbol);

private:
    std::unordered_map<std::string, std::vector<std::size_t>> m_byName;
};

/// The procedure that a scope is in, or is; not one that was inlined. Null outside of all.
[[nodiscard]] Scope* procedureOf(Scope* scope);

} // namespace dbgr::values
