// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/values/call_frame_info.h"

#include "tests/support/values/cfi_expression.h"

#include <fcntl.h>

#include <cstdlib>
#include <span>

namespace dbgr::test {
namespace {

using namespace x86_64;

/// Callees keep them. Not asked of libdw: 0.188 names rax where rbx is meant.
bool isCallSaved(unsigned number)
{
    return number == kRbx || number == kRbp || (number >= kR12 && number <= kR15);
}

std::optional<std::uint64_t> callersRegister(Dwarf_Frame* rules, unsigned number, const CfiContext& context)
{
    Dwarf_Op room[3];
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_register(rules, static_cast<int>(number), room, &operations, &count) != 0)
        return std::nullopt;
    if (count == 0) // "undefined" or "same value": the tables say nothing; the calling convention does
        return isCallSaved(number) ? context.registers.general[number] : std::nullopt;
    const auto place = evaluateCfi({operations, count}, context);
    if (!place || place->isValue)
        return place ? std::optional(place->number) : std::nullopt;
    std::uint64_t saved = 0;
    if (!context.memory.read({place->number}, std::as_writable_bytes(std::span(&saved, 1))))
        return std::nullopt;
    return saved;
}

} // namespace

void CallFrameInfo::FreeRules::operator()(Dwarf_Frame* rules) const
{
    std::free(rules);
}

CallFrameInfo::CallFrameInfo(const values::Module& module) : m_module(module)
{
    elf_version(EV_CURRENT);
    m_fd.reset(open(module.path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!m_fd)
        return;
    m_elf.reset(elf_begin(m_fd.get(), ELF_C_READ_MMAP, nullptr));
    m_ofElf.reset(dwarf_getcfi_elf(m_elf.get()));
    m_dwarf.reset(dwarf_begin_elf(m_elf.get(), DWARF_C_READ, nullptr));
    m_ofDwarf = m_dwarf ? dwarf_getcfi(m_dwarf.get()) : nullptr;
}

CallFrameInfo::Rules CallFrameInfo::rulesAt(values::FileAddress pc) const
{
    for (Dwarf_CFI* table : {m_ofElf.get(), m_ofDwarf}) {
        Dwarf_Frame* rules = nullptr;
        if (table && dwarf_cfi_addrframe(table, pc.value, &rules) == 0)
            return Rules(rules);
    }
    return nullptr;
}

std::optional<UnwoundFrame> CallFrameInfo::unwind(values::Address lookupPc, const CoreRegisters& registers,
                                                  values::Memory& memory) const
{
    const Rules rules = rulesAt(m_module.inFile(lookupPc));
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (!rules || dwarf_frame_cfa(rules.get(), &operations, &count) != 0)
        return std::nullopt;
    CfiContext context{registers, memory, std::nullopt};
    const auto cfa = evaluateCfi({operations, count}, context);
    if (!cfa)
        return std::nullopt;
    context.cfa = cfa->number;

    UnwoundFrame frame{{cfa->number}, std::nullopt, false};
    (void)dwarf_frame_info(rules.get(), nullptr, nullptr, &frame.isSignalFrame);
    CoreRegisters caller;
    caller.threadPointer = registers.threadPointer;
    for (unsigned number = 0; number < kGeneralCount; ++number)
        caller.general[number] = callersRegister(rules.get(), number, context);
    if (!caller.general[kRsp])
        caller.general[kRsp] = cfa->number;
    if (caller.general[kReturnAddress].value_or(0) != 0)
        frame.caller = std::move(caller);
    return frame;
}

} // namespace dbgr::test
