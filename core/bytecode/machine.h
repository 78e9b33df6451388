// SPDX-License-Identifier: BSD-3-Clause
// Runs a program. What it needs of a thread it asks; what cannot be known, or is not defined, is no answer.
// Way: keeper/stub -> run() -> Target. Thread: any.
#pragma once

#include "bytecode/program.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::bytecode {

/// A thread that stands.
class Target
{
public:
    virtual ~Target() = default;
    /// Its lowest 8 bytes; of a shorter one, zeros behind it. Nothing: it is not known.
    [[nodiscard]] virtual std::optional<std::uint64_t> registerValue(unsigned number) = 0;
    /// The system's number of it. Nothing: it is not known.
    [[nodiscard]] virtual std::optional<std::uint64_t> threadNumber() { return std::nullopt; }
    /// All of `out`, or false.
    virtual bool read(std::uint64_t address, std::span<std::byte> out) = 0;
};

/// What a program has kept, by number.
using Kept = std::array<std::uint64_t, kMaxKept>;

/// What the program leaves. Nothing: it failed (memory that cannot be read, a division by zero, a subscript out of
/// bounds), or reads more than kMaxReads times.
[[nodiscard]] std::optional<std::uint64_t> run(const Program& program, Target& target);
/// The same, and what it has kept; of what fails it means nothing.
[[nodiscard]] std::optional<std::uint64_t> run(const Program& program, Target& target, Kept& kept);

} // namespace dbgr::bytecode
