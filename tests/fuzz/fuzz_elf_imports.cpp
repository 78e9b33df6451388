// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a program of which is asked what it needs.
#include "programs/elf_imports.h"
#include "tests/fuzz/fuzz_input.h"

#include <cstring>

using namespace dbgr::programs;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto read = [data, size](std::uint64_t offset, std::span<std::byte> out) {
        if (offset > size || out.size() > size - offset)
            return false;
        if (!out.empty())
            std::memcpy(out.data(), data + offset, out.size());
        return true;
    };
    const auto imports = readElfImports(read);
    if (!imports)
        return 0;
    dbgr::test::mustHold(imports->names.size() <= size, "its names are in the file");
    for (const std::string& library : imports->libraries)
        dbgr::test::mustHold(library.size() <= imports->names.size(), "a library has one of the names");
    static_cast<void>(imports->mayName("dlopen"));
    return 0;
}
