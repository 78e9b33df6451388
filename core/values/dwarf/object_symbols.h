// SPDX-License-Identifier: BSD-3-Clause
// The variables and functions in a file's symbol table, for what compilers leave out of the debug information. Thread:
// that of its file.
#pragma once

#include "values/target/address.h"

#include <libelf.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::values {

class ObjectSymbols
{
public:
    /// \param elf outlives this
    explicit ObjectSymbols(Elf* elf);

    [[nodiscard]] bool isEmpty() const { return m_symbols.empty(); }
    struct Numbered
    {
        FileAddress address;
        std::uint64_t bytes = 0;
        std::string_view source; ///< the last name of its path; in the file; "" unknown
    };
    /// Of all symbols "NAME.NUMBER" that one unit has for itself: how gfortran calls variables of procedures that stay
    /// from call to call.
    [[nodiscard]] std::vector<Numbered> numbered(std::string_view name) const;
    /// Of a variable of that name; of several, of any.
    [[nodiscard]] std::optional<FileAddress> named(std::string_view name) const;
    /// "" none
    [[nodiscard]] std::string_view nameAt(FileAddress address) const;
    /// Of the symbol that the address is in; "" none.
    [[nodiscard]] std::string_view nameAround(FileAddress address) const;

    struct InFunction
    {
        std::string_view name; ///< in the file
        std::uint64_t offset = 0;
    };
    /// The function whose code is there, or that is called there (PLT). Nothing: none is known.
    [[nodiscard]] std::optional<InFunction> functionAround(FileAddress code) const;

private:
    struct Symbol
    {
        std::string_view name; // in the file
        FileAddress address;
        std::uint64_t bytes = 0;
        bool isLocal = false;
        std::string_view source; // of a local one
    };
    void readTable(Elf* elf, Elf_Scn* section);

    std::vector<Symbol> m_symbols; // by name
    std::vector<Symbol> m_byAddress;
    std::vector<Symbol> m_functions; // by address; of several names there, the one for people first
};

} // namespace dbgr::values
