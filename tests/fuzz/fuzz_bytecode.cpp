// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is said to be the places of a rank and their programs, run over memory that is partly there; notes of
// tracepoints, and the memory in which they go from one process to the other.
#include "bytecode/judged_place.h"
#include "bytecode/machine.h"
#include "bytecode/trace_note.h"
#include "bytecode/trace_ring.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

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
    TraceNote note;
    NotingTarget noting(thread, note);
    if (const auto program = Program::read(bytes))
        static_cast<void>(run(*program, noting));
}

void readNote(std::span<const std::byte> bytes)
{
    const auto note = decodeNote(bytes);
    if (!note)
        return;
    NotedTarget thread(*note);
    std::array<std::byte, 8> out{};
    for (const TraceNote::Area& area : note->memory)
        static_cast<void>(thread.read(area.address + 1, out));
    if (decodeNote(encode(*note)) != note)
        std::abort();
}

/// The bytes are the beginning of a ring's memory.
void takeAll(std::span<const std::byte> bytes)
{
    const auto memory = std::make_shared<TraceRing::Memory>();
    std::memcpy(static_cast<void*>(memory.get()), bytes.data(), std::min(bytes.size(), sizeof *memory));
    const TraceRing ring(memory);
    const auto taken = ring.take([](std::span<const std::byte> note) { return note.size() % 2 == 0; });
    for (const auto& note : taken.notes)
        readNote(note);
    if (ring.hasRoom(TraceRing::wordsFor(bytes.size())))
        ring.settle(ring.put(bytes));
    static_cast<void>(ring.take([](std::span<const std::byte>) { return true; }));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    runAll(bytes);
    const auto places = decodePlaces(bytes);
    for (const JudgedPlace& place : places ? *places : std::vector<JudgedPlace>()) {
        for (const JudgedBreakpoint& one : place.breakpoints) {
            runAll(one.program);
            for (const auto& program : one.tracing ? one.tracing->programs : std::vector<std::vector<std::byte>>())
                runAll(program);
        }
    }
    readNote(bytes);
    takeAll(bytes);
    return 0;
}
