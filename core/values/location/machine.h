// SPDX-License-Identifier: BSD-3-Clause
// The stack machine of DWARF's location descriptions (DWARF 5, 2.5 and 2.6). It computes; what it needs of a process or
// of other entries it asks its host. Whatever the operations are, it ends after kMaxSteps. Way: Locator ->
// runMachine(). Thread: any.
#pragma once

#include "util/result.h"
#include "values/location/location.h"
#include "values/target/address.h"

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::values {

inline constexpr std::size_t kMaxSteps = 10'000;
inline constexpr std::size_t kMaxStack = 256;

/// The type of a number on the machine's stack.
struct StackType
{
    enum class Kind
    {
        Generic, ///< an address or integer of the machine's own size, without a sign of its own
        Signed,
        Unsigned,
        Real
    };
    Kind kind = Kind::Generic;
    unsigned bytes = 8;
};

class MachineHost
{
public:
    virtual ~MachineHost() = default;

    [[nodiscard]] virtual util::Result<std::uint64_t> registerValue(unsigned number) = 0;
    [[nodiscard]] virtual util::Result<Address> frameBase() = 0;
    [[nodiscard]] virtual util::Result<Address> cfa() = 0;
    /// Of which a bound or a component is asked for.
    [[nodiscard]] virtual util::Result<Address> object() = 0;
    [[nodiscard]] virtual util::Result<std::uint64_t> load(Address address, unsigned bytes) = 0;
    [[nodiscard]] virtual Address inProcess(FileAddress address) = 0;

    // What an operation names.
    [[nodiscard]] virtual util::Result<std::uint64_t> indexed(Dwarf_Op& op) = 0; ///< of a table of addresses, constants
    [[nodiscard]] virtual util::Result<std::vector<std::byte>> block(Dwarf_Op& op) = 0;
    [[nodiscard]] virtual util::Result<StackType> type(Dwarf_Op& op) = 0;
    [[nodiscard]] virtual util::Result<std::uint64_t> entryValue(Dwarf_Op& op) = 0; ///< when the function was entered
    [[nodiscard]] virtual util::Result<std::uint64_t> variableValue(Dwarf_Op& op) = 0;
    [[nodiscard]] virtual util::Result<Address> implicitPointer(Dwarf_Op& op) = 0;
    /// \param offset in what each thread has of the file
    [[nodiscard]] virtual util::Result<Address> threadLocal(std::uint64_t offset) = 0;
};

/// \param initial what is on the stack at the beginning, if something is
/// \errors OptimizedOut, NotRecorded (an operation that makes no sense, or is not known), those of the host
[[nodiscard]] util::Result<Location> runMachine(std::span<Dwarf_Op> ops, MachineHost& host,
                                                std::optional<std::uint64_t> initial = std::nullopt);

} // namespace dbgr::values
