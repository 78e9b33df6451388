// SPDX-License-Identifier: BSD-3-Clause
// gfortran: of a variable of a procedure that stays from call to call (it is initialised, or has `save`) and that a
// contained procedure uses, the debug information may have the first value instead of the place. The place is then that
// of a symbol "NAME.NUMBER". Constants look the same: variables that the compiler has folded away. Way: compiler_quirks
// -> here. Thread: that of its file.
#pragma once

#include "values/dwarf/die.h"
#include "values/dwarf/object_symbols.h"
#include "values/target/address.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

struct SavedPlace
{
    enum class Kind
    {
        None,   ///< it is no such variable
        Known,  ///< at `address`
        Unknown ///< it has one of several places, or nobody knows
    };
    Kind kind = Kind::None;
    FileAddress address;
};

class SavedVariables
{
public:
    /// Both outlive this. \param program what has the first values
    SavedVariables(Elf* program, const ObjectSymbols& symbols) : m_program(program), m_symbols(symbols) {}

    [[nodiscard]] SavedPlace of(const Die& variable);

private:
    [[nodiscard]] SavedPlace find(const Die& variable) const;
    [[nodiscard]] bool beginsWith(const ObjectSymbols::Numbered& symbol, const std::vector<std::byte>& value) const;

    Elf* m_program;
    const ObjectSymbols& m_symbols;
    std::unordered_map<const void*, SavedPlace> m_known; // all ranks ask for the same
};

} // namespace dbgr::values
