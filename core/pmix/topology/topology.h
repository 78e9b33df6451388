// SPDX-License-Identifier: BSD-3-Clause
// The processors of this node, as far as placing processes needs them: the only folder that sees hwloc. Thread: any;
// reads the system once.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// What processes are mapped by and bound to.
enum class HardwareLevel
{
    Thread, ///< a hardware thread (hwloc's PU)
    Core,
    L1,
    L2,
    L3,
    Numa,
    Package,
    Node,
};

/// Logical numbers of processing units, ascending; empty means not bound.
using CpuSet = std::vector<unsigned>;

class Topology
{
public:
    /// What this process may run on. \errors ErrNotSupported (hwloc fails)
    [[nodiscard]] static util::Result<Topology> ofThisNode();
    /// Out of hwloc's XML text: for tests, and other nodes. \errors ErrBadParam
    [[nodiscard]] static util::Result<Topology> fromXml(const std::string& xml);
    Topology(Topology&&) noexcept;
    Topology& operator=(Topology&&) noexcept;
    ~Topology();

    /// How many objects of a level there are; at least 1: a level that the machine does not show is the next larger
    /// one.
    [[nodiscard]] std::size_t count(HardwareLevel level) const;
    /// The units of one object, by operating system's number. \pre index < count(level)
    [[nodiscard]] CpuSet unitsOf(HardwareLevel level, std::size_t index) const;
    /// Everything that we may run on.
    [[nodiscard]] CpuSet all() const;

    /// "hwloc:NM0:PK0:L30:CR0-1:HT0-3": what the units lie in. \std PMIX_LOCALITY_STRING
    [[nodiscard]] std::string localityString(const CpuSet& units) const;
    /// "0-3,8" \std PMIX_CPUSET
    [[nodiscard]] static std::string listString(const CpuSet& units);
    /// In the form of hwloc 2. \std PMIX_HWLOC_XML_V2
    [[nodiscard]] std::string xml() const;

private:
    struct Impl;
    explicit Topology(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
