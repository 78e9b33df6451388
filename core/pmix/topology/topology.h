// SPDX-License-Identifier: BSD-3-Clause
// The processors of this node, as far as placing processes needs them, and its devices: the only folder that sees
// hwloc. Thread: any; plain values, read from the system once.
#pragma once

#include "pmix/types/fabric_types.h"
#include "util/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
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

/// What a device is for; one bit each. \std pmix_device_type_t
enum class DeviceType : std::uint64_t
{
    Block = 0x01,
    Gpu = 0x02,
    Network = 0x04,
    OpenFabrics = 0x08,
    Coprocessor = 0x20,
};

/// \std PMIX_DEVICE_TYPE, PMIX_DEVICE_ID
struct DeviceChoice
{
    std::uint64_t types = 0; ///< of DeviceType; 0: what computes or communicates
    std::string id;          ///< a name or a uuid; empty: any
};

class Topology
{
public:
    /// What this process may run on: what the cgroup and its own binding leave. \errors ErrNotSupported (hwloc fails)
    [[nodiscard]] static util::Result<Topology> ofThisNode();
    /// What the cgroup leaves, whatever we are bound to: distances of others are asked for, too. \errors as above
    [[nodiscard]] static util::Result<Topology> ofWholeNode();
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
    /// How far network cards, accelerators and disks are from these units: the smaller the number, the closer. Each
    /// unit counts by itself, in the numbers of OpenPMIx up to 5.0; uuids are in its form ("ipv4://ADDRESS",
    /// "fab://NODE::SYSTEM", "gpu://HOST::NAME", "blk://HOST::NAME"). In hwloc's order; none where there are no units.
    /// \std PMIx_Compute_distances
    [[nodiscard]] std::vector<DeviceDistance> distances(const CpuSet& units, const DeviceChoice& choice) const;
    /// In the form of hwloc 2, with its devices. \std PMIX_HWLOC_XML_V2
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

    struct NodeDevice
    {
        DeviceDistance named; ///< without its numbers
        /// What it is plugged into, and what that is in, from the inside out, without the node: the units there, and
        /// the depth, counted from the node.
        std::vector<std::pair<CpuSet, unsigned>> around;
    };

    Topology() = default;
    [[nodiscard]] static util::Result<Topology> load(bool withinBinding);
    [[nodiscard]] const Objects& objects(HardwareLevel level) const;

    std::array<Objects, kLevels> m_objects; ///< by level; empty where the machine does not show it
    std::vector<NodeDevice> m_devices;
    unsigned m_depth = 0; ///< levels from the node to the units, both counted
    std::string m_xml;
};

} // namespace dbgr::pmix
