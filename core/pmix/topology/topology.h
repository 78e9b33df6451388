// SPDX-License-Identifier: BSD-3-Clause
// The processors of this node, as far as placing processes needs them: the only folder that sees hwloc. Thread: any;
// plain values, read from the system once.
#pragma once

#include "util/result.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// What processes are mapped by and bound to, from small to large.
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

/// The operating system's numbers of processing units, ascending; empty means not bound.
using CpuSet = std::vector<unsigned>;

/// Whether they have a unit in common.
[[nodiscard]] bool intersects(const CpuSet& a, const CpuSet& b);
/// The units of either.
[[nodiscard]] CpuSet united(const CpuSet& a, const CpuSet& b);

class Topology
{
public:
    /// What this process may run on: what the cgroup and its own binding leave. \errors ErrNotSupported (hwloc fails)
    [[nodiscard]] static util::Result<Topology> ofThisNode();
    /// Out of hwloc's XML text: another node's. \errors ErrBadParam
    [[nodiscard]] static util::Result<Topology> fromXml(const std::string& xml);
    /// A made-up machine, for tests: "package:2 numa:2 core:8 pu:2". \errors ErrBadParam
    [[nodiscard]] static util::Result<Topology> fromDescription(const std::string& description);

    /// How many objects of a level there are; at least 1: for a level that the machine does not show, the next larger
    /// one counts (for cores: its threads).
    [[nodiscard]] std::size_t count(HardwareLevel level) const { return objects(level).size(); }
    /// The units of one object. \pre index < count(level)
    [[nodiscard]] const CpuSet& unitsOf(HardwareLevel level, std::size_t index) const;
    /// Everything that we may run on.
    [[nodiscard]] const CpuSet& all() const { return unitsOf(HardwareLevel::Node, 0); }

    /// "hwloc:SK0:L30:L20-1:L10-1:CR0-1:HT0-3:NM0": what the units lie in. libpmix asks for the first word, Open MPI
    /// for two letters each; both compare the numbers. "" for no units. \std PMIX_LOCALITY_STRING
    [[nodiscard]] std::string localityString(const CpuSet& units) const;
    /// "0-3,8" \std PMIX_CPUSET
    [[nodiscard]] static std::string listString(const CpuSet& units);
    /// In the form of hwloc 2. \std PMIX_HWLOC_XML_V2
    [[nodiscard]] const std::string& xml() const { return m_xml; }

private:
    friend class TopologyReader;
    static constexpr std::size_t kLevels = 8;

    struct Object
    {
        unsigned number; ///< hwloc's logical index
        CpuSet units;
    };
    using Objects = std::vector<Object>;

    Topology() = default;
    [[nodiscard]] const Objects& objects(HardwareLevel level) const;

    std::array<Objects, kLevels> m_objects; ///< by level; empty where the machine does not show it
    std::string m_xml;
};

} // namespace dbgr::pmix
