// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is said to be the places of a rank and their programs, run over memory that is partly there.
#include "bytecode/judged_place.h"
#include "bytecode/machine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace dbgr::bytecode;

class SomeThread final : public Target
{
public:
    std::optional<std::uint64_t> registerValue(unsigned number) override
    {
        return number % 2 == 0 ? std::optional(std::uint64_t{number} << 60) : std::nullopt;
    }
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        std::fill(out.begin(), out.end(), static_cast<std::byte>(address));
        return address % 3 != 0;
    }
};

void runAll(std::span<const std::byte> bytes)
{
    SomeThread thread;
    if (const auto program = Program::read(bytes))
        static_cast<void>(run(*program, thread));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    runAll(bytes);
    const auto places = decodePlaces(bytes);
    for (const JudgedPlace& place : places ? *places : std::vector<JudgedPlace>()) {
        for (const JudgedBreakpoint& one : place.breakpoints)
            runAll(one.program);
    }
    return 0;
}
