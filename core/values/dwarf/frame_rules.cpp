// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/frame_rules.h"

#include <cstdlib>

namespace dbgr::values {

namespace {

struct Freer
{
    void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

} // namespace

FrameRules::FrameRules(Elf* elf, Dwarf* dwarf)
    : m_loaded(dwarf_getcfi_elf(elf)), m_debug(dwarf ? dwarf_getcfi(dwarf) : nullptr)
{}

std::vector<Dwarf_Op> FrameRules::frameAddress(FileAddress pc) const
{
    for (Dwarf_CFI* const tables : {m_loaded.get(), m_debug}) {
        Dwarf_Frame* raw = nullptr;
        if (!tables || dwarf_cfi_addrframe(tables, pc.value, &raw) != 0)
            continue;
        const std::unique_ptr<Dwarf_Frame, Freer> frame(raw);
        Dwarf_Op* ops = nullptr;
        std::size_t count = 0;
        if (dwarf_frame_cfa(frame.get(), &ops, &count) == 0 && ops)
            return {ops, ops + count};
    }
    return {};
}

} // namespace dbgr::values
