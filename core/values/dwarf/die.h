// SPDX-License-Identifier: BSD-3-Clause
// One entry of debug information, as the rest of this folder wants to see it. Attributes are looked for in what the
// entry completes (specification, abstract origin), too. Thread: that of its file; a value, not used after its file.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

class Die
{
public:
    explicit Die(const Dwarf_Die& raw) : m_raw(raw) {}

    [[nodiscard]] unsigned tag() const;
    [[nodiscard]] std::string name() const; ///< "" none
    /// What linkers call it; "" none.
    [[nodiscard]] std::string linkageName() const;
    [[nodiscard]] std::optional<Dwarf_Attribute> find(unsigned attribute) const;
    /// Of the entry itself only.
    [[nodiscard]] std::optional<Dwarf_Attribute> own(unsigned attribute) const;
    [[nodiscard]] bool flag(unsigned attribute) const;
    /// It says itself that something else describes it. What describes a declaration says nothing of that.
    [[nodiscard]] bool isDeclaration() const;
    /// A constant; nothing for an expression or a reference.
    [[nodiscard]] std::optional<std::int64_t> number(unsigned attribute) const;
    [[nodiscard]] std::optional<Die> reference(unsigned attribute) const;
    [[nodiscard]] std::optional<Die> firstChild() const;
    [[nodiscard]] std::optional<Die> sibling() const;
    [[nodiscard]] Die unit() const;
    /// Never the same for two entries.
    [[nodiscard]] const void* id() const { return m_raw.addr; }
    [[nodiscard]] std::uint64_t offset() const;
    [[nodiscard]] Dwarf_Die raw() const { return m_raw; }

    /// \param visit is given each child, the first one first
    template <class Visit>
    void forEachChild(Visit visit) const
    {
        for (std::optional<Die> child = firstChild(); child; child = child->sibling())
            visit(*child);
    }

private:
    mutable Dwarf_Die m_raw; // libdw reads its abbreviation at the first need
};

/// A constant that the attribute is; nothing for an expression, a list or a reference.
[[nodiscard]] std::optional<std::int64_t> constantOf(const Dwarf_Attribute& attribute);
[[nodiscard]] std::optional<Die> referenceOf(const Dwarf_Attribute& attribute);

enum class Language
{
    C,
    Cxx,
    Fortran,
    Other
};
/// Of a compile unit.
[[nodiscard]] Language languageOf(const Die& unit);
/// Compiled by flang, of LLVM.
[[nodiscard]] bool isByFlang(const Die& unit);
/// Compiled by gcc, or gfortran.
[[nodiscard]] bool isByGcc(const Die& unit);

/// As Fortran compares names: without case.
[[nodiscard]] std::string folded(std::string_view name);

} // namespace dbgr::values
