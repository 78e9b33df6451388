// SPDX-License-Identifier: BSD-3-Clause
// Which files a process has in its memory, and where. Thread: one at a time.
#pragma once

#include "values/target/address.h"

#include <cstdint>
#include <span>
#include <string>

namespace dbgr::values {

/// A program or library, in one process.
struct Module
{
    std::string path;      ///< where it is to be read
    std::string debugPath; ///< where its debug information is, if somebody knows that it is elsewhere; "" not
    std::string buildId;   ///< hexadecimal; "" unknown
    Address begin, end;    ///< of all of its segments
    std::uint64_t bias = 0;

    [[nodiscard]] bool holds(Address address) const { return address >= begin && address < end; }
    [[nodiscard]] Address inProcess(FileAddress address) const { return {address.value + bias}; }
    [[nodiscard]] FileAddress inFile(Address address) const { return {address.value - bias}; }
};

class ModuleMap
{
public:
    virtual ~ModuleMap() = default;
    /// The program first. They stay where they are until the process runs again.
    [[nodiscard]] virtual std::span<const Module> modules() = 0;
};

} // namespace dbgr::values
