// SPDX-License-Identifier: BSD-3-Clause
// Gives the node's processors to the processes of one job, one process after the other, by its placement. Behind
// mapJob(). Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "pmix/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::launcher {

/// What a job is mapped by.
[[nodiscard]] pmix::HardwareLevel mapLevel(const Placement& placement);

class ProcessorSeats
{
public:
    struct Seat
    {
        std::size_t place;  ///< which object of the level that is mapped by
        pmix::CpuSet taken; ///< the process's own
    };

    /// \param placement, topology must outlive this object
    /// \param inUse what other jobs have
    ProcessorSeats(const Placement& placement, const pmix::Topology& topology, const pmix::CpuSet& inUse);

    /// For the next process. Nothing: no room.
    [[nodiscard]] std::optional<Seat> next();
    /// What a process of that seat is bound to.
    [[nodiscard]] pmix::CpuSet boundTo(const Seat& seat) const;
    /// How many processors the node has: cores, or hardware threads where these are mapped by or bound to.
    [[nodiscard]] std::size_t cpus() const;

private:
    /// An object of the level that is mapped by.
    struct Place
    {
        std::vector<pmix::CpuSet> cpus; ///< those that are free come first
        std::size_t free = 0;
        std::size_t next = 0;
    };

    void addCpu(const pmix::CpuSet& units, const pmix::CpuSet& inUse);
    std::optional<Seat> findSeat();
    void leave(std::size_t index);

    const Placement& m_placement;
    const pmix::Topology& m_topology;
    const std::uint32_t m_need; ///< processors of one process
    pmix::HardwareLevel m_level = pmix::HardwareLevel::Node;
    std::vector<Place> m_places;
    std::size_t m_here = 0;
    std::uint32_t m_inRow = 0;
};

} // namespace dbgr::launcher
