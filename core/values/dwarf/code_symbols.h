// SPDX-License-Identifier: BSD-3-Clause
// Which function's code is where, by a file's table of symbols; of a stripped one by the names that it exports. Of
// several that hold an address, the one that liblldb takes: stacks of both are merged. Thread: that of its file.
#pragma once

#include "values/target/address.h"

#include <libelf.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::values {

class CodeSymbols
{
public:
    /// \param separate of the debug information; null: none. Both outlive this
    CodeSymbols(Elf* program, Elf* separate);

    /// As the linker has it; "" none. It lives as long as the file.
    [[nodiscard]] std::string_view at(FileAddress pc) const;
    /// Where that one begins; looks through all. Nothing: it is not in this file.
    [[nodiscard]] std::optional<FileAddress> named(std::string_view name) const;

private:
    static constexpr unsigned kNoSize = 8; ///< in a rank, while tables are read
    struct Entry
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        unsigned rank = 0; ///< of several there, the lowest one is taken
        std::string_view name;
        bool isJump = false; ///< to a function of another file
    };
    /// \return whether it has such a table
    bool readTables(Elf* elf, unsigned type);
    void readTable(Elf* elf, Elf_Scn* section);
    /// What jumps to functions of other files is called as these are.
    void readJumps(Elf* elf);
    void giveSizes();

    std::vector<Entry> m_entries;      // by begin, end, rank
    std::vector<std::uint64_t> m_ends; // the largest end up to there
};

} // namespace dbgr::values
