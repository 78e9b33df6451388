// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a program whose symbols are looked for.
#include "mpir/elf_symbols.h"
#include "tests/fuzz/fuzz_input.h"

#include <cstring>

using namespace dbgr::mpir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto read = [data, size](std::uint64_t offset, std::span<std::byte> out) {
        if (offset > size || out.size() > size - offset)
            return false;
        if (!out.empty())
            std::memcpy(out.data(), data + offset, out.size());
        return true;
    };
    const auto elf = ElfSymbols::open(read);
    if (!elf)
        return 0;
    const std::vector<std::string> names{"MPIR_proctable", "MPIR_proctable_size", "a"};
    for (const auto table : {ElfSymbols::Table::Dynamic, ElfSymbols::Table::Static})
        dbgr::test::mustHold(elf->find(table, names).size() <= names.size(), "a name has one symbol");
    for (const std::uint64_t offset : {std::uint64_t(0), std::uint64_t(4096), UINT64_MAX})
        static_cast<void>(elf->loadBias(0x400000, offset));
    for (const std::uint64_t address : {std::uint64_t(0), std::uint64_t(0x401000), UINT64_MAX})
        dbgr::test::mustHold(elf->bytesAt(address, 64).size() <= 64, "no more bytes than were asked for");
    return 0;
}
