// SPDX-License-Identifier: BSD-3-Clause
// What a file's tables for unwinding say of its frames. Thread: that of its file.
#pragma once

#include "values/target/address.h"

#include <elfutils/libdw.h>

#include <memory>
#include <vector>

namespace dbgr::values {

class FrameRules
{
public:
    /// \param dwarf null: none. Both outlive this
    FrameRules(Elf* elf, Dwarf* dwarf);

    /// Operations that compute the canonical frame address of a call whose next instruction is there; none where the
    /// tables say nothing.
    [[nodiscard]] std::vector<Dwarf_Op> frameAddress(FileAddress pc) const;

private:
    struct Closer
    {
        void operator()(Dwarf_CFI* tables) const { dwarf_cfi_end(tables); }
    };
    std::unique_ptr<Dwarf_CFI, Closer> m_loaded; // .eh_frame
    Dwarf_CFI* m_debug = nullptr;                // .debug_frame; belongs to the debug information
};

} // namespace dbgr::values
