// SPDX-License-Identifier: BSD-3-Clause
// Where the names of a file are described that can be seen from elsewhere: modules, global variables, types. Compact,
// since large programs have millions of entries: a hash and an offset for each. Thread: that of its file.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dbgr::values {

class NameIndex
{
public:
    /// Reads the upper levels of each unit. \param units outlive this
    explicit NameIndex(const std::vector<Die>& units);

    /// Of that name or linkage name, with a place or a value; the name of Fortran's in any case.
    [[nodiscard]] std::vector<Die> variables(std::string_view name) const;
    /// Fortran modules, described in full.
    [[nodiscard]] std::vector<Die> modules(std::string_view name) const;
    [[nodiscard]] std::vector<Die> types(std::string_view name) const;
    /// Of C's enumerations, which make them names of what is around.
    [[nodiscard]] std::vector<Die> enumerators(std::string_view name) const;
    /// Whether C or C++ has a function that is called so, in whatever class or namespace.
    /// Most of the names of a program of C++ are functions', so they are read when this is first asked.
    [[nodiscard]] bool hasFunction(std::string_view name) const;
    /// Of Fortran, and with code of their own.
    [[nodiscard]] std::vector<Die> procedures(std::string_view name) const;
    enum class Sort
    {
        Variable,
        Module,
        Type
    };
    /// Each of that sort, in no order, until `visit` says false.
    void forEach(Sort sort, const std::function<bool(const Die&)>& visit) const;
    /// All Fortran modules.
    [[nodiscard]] std::vector<Die> allModules() const;
    /// The variable by which gfortran marks the dynamic type of class(...).
    [[nodiscard]] std::optional<Die> typeMarkAt(FileAddress address) const;

private:
    enum class Kind : std::uint8_t
    {
        Variable,
        Module,
        Type,
        Procedure,
        Enumerator
    };
    struct Entry
    {
        std::uint32_t hash;
        std::uint32_t unit : 28;
        std::uint32_t kind : 4;
        std::uint64_t offset;
    };
    static_assert(sizeof(Entry) == 16);

    void sortByHash();
    void readFunctions() const;
    void readUnit(std::size_t unit);
    void readBelow(const Die& parent, std::size_t unit, unsigned depth);
    /// What an entry of that tag may be; nothing: not looked at.
    [[nodiscard]] static std::optional<Kind> kindOf(unsigned tag, bool isFortran);
    void addEntry(Kind kind, const Die& die, std::size_t unit);
    void addEnumerators(const Die& enumeration, std::size_t unit);
    void add(Kind kind, std::string_view name, std::size_t unit, const Die& die);
    [[nodiscard]] std::vector<Die> find(Kind kind, std::string_view name) const;
    [[nodiscard]] std::optional<Die> dieOf(const Entry& entry) const;

    const std::vector<Die>& m_units;
    std::vector<Entry> m_entries; // by their hashes
    std::unordered_map<std::uint64_t, Die> m_typeMarks;
    mutable std::optional<std::unordered_set<std::string_view>> m_functions; // as long as the file is open
};

} // namespace dbgr::values
