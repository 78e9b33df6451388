// SPDX-License-Identifier: GPL-3.0-or-later
// How the callers of one file's functions are found: its call frame information, by libdw. Thread: one at a time.
#pragma once

#include "tests/support/values/core_notes.h"
#include "util/unique_fd.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"

#include <elfutils/libdw.h>

#include <memory>
#include <optional>

namespace dbgr::test {

/// What is true of a frame's caller.
struct UnwoundFrame
{
    values::Address cfa;
    std::optional<CoreRegisters> caller; ///< none: the frame is the outermost one
    bool isSignalFrame = false;          ///< the caller was interrupted; it did not call
};

class CallFrameInfo
{
public:
    /// Of a file that cannot be read, nothing is known. \param module outlives this
    explicit CallFrameInfo(const values::Module& module);

    /// Nothing where the file does not tell. \param lookupPc as values::Frame has it
    [[nodiscard]] std::optional<UnwoundFrame> unwind(values::Address lookupPc, const CoreRegisters& registers,
                                                     values::Memory& memory) const;

private:
    struct FreeElf
    {
        void operator()(Elf* elf) const { elf_end(elf); }
    };
    struct FreeDwarf
    {
        void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
    };
    struct FreeTable
    {
        void operator()(Dwarf_CFI* table) const { dwarf_cfi_end(table); }
    };
    struct FreeRules
    {
        void operator()(Dwarf_Frame* rules) const;
    };
    using Rules = std::unique_ptr<Dwarf_Frame, FreeRules>;

    [[nodiscard]] Rules rulesAt(values::FileAddress pc) const;

    const values::Module& m_module;
    util::UniqueFd m_fd;
    std::unique_ptr<Elf, FreeElf> m_elf;
    std::unique_ptr<Dwarf, FreeDwarf> m_dwarf;
    std::unique_ptr<Dwarf_CFI, FreeTable> m_ofElf; ///< .eh_frame
    Dwarf_CFI* m_ofDwarf = nullptr;                ///< .debug_frame; m_dwarf's
};

} // namespace dbgr::test
