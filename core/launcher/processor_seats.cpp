// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/processor_seats.h"

#include <algorithm>

namespace dbgr::launcher {

using pmix::CpuSet;
using pmix::HardwareLevel;

namespace {

HardwareLevel cpuLevel(const Placement& placement)
{
    const bool threads = placement.hardwareThreads || mapLevel(placement) == HardwareLevel::Thread ||
                         (placement.bind == BindTarget::To && placement.bindTo == HardwareLevel::Thread);
    return threads ? HardwareLevel::Thread : HardwareLevel::Core;
}

} // namespace

HardwareLevel mapLevel(const Placement& placement)
{
    return placement.mapBy.value_or(HardwareLevel::Core);
}

ProcessorSeats::ProcessorSeats(const Placement& placement, const pmix::Topology& topology, const CpuSet& inUse)
    : m_placement(placement), m_topology(topology), m_need(std::max(placement.cpusPerProcess, 1U))
{
    // A place that is too small for one process is none to map by.
    if (cpus() / m_need >= topology.count(mapLevel(placement)))
        m_level = mapLevel(placement);
    m_places.resize(topology.count(m_level));
    for (std::size_t i = 0; i < cpus(); ++i)
        addCpu(topology.unitsOf(cpuLevel(placement), i), inUse);
}

std::size_t ProcessorSeats::cpus() const
{
    return m_topology.count(cpuLevel(m_placement));
}

std::optional<ProcessorSeats::Seat> ProcessorSeats::next()
{
    if (auto seat = findSeat())
        return seat;
    if (!m_placement.overload)
        return std::nullopt;
    for (Place& place : m_places)
        place.next = 0;
    m_here = 0;
    return findSeat();
}

CpuSet ProcessorSeats::boundTo(const Seat& seat) const
{
    if (m_placement.bind != BindTarget::To && m_placement.cpusPerProcess != 0)
        return seat.taken;
    const HardwareLevel level = m_placement.bind == BindTarget::To ? m_placement.bindTo : m_level;
    CpuSet units;
    for (std::size_t i = 0; i < m_topology.count(level); ++i)
        if (pmix::intersects(m_topology.unitsOf(level, i), seat.taken))
            units = pmix::united(units, m_topology.unitsOf(level, i));
    return units;
}

void ProcessorSeats::addCpu(const CpuSet& units, const CpuSet& inUse)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!pmix::intersects(m_topology.unitsOf(m_level, i), units))
            continue;
        Place& place = m_places[i];
        if (pmix::intersects(units, inUse)) {
            place.cpus.push_back(units);
        } else {
            place.cpus.insert(place.cpus.begin() + static_cast<std::ptrdiff_t>(place.free), units);
            ++place.free;
        }
        return;
    }
}

std::optional<ProcessorSeats::Seat> ProcessorSeats::findSeat()
{
    for (std::size_t tried = 0; tried < m_places.size(); ++tried) {
        const std::size_t index = (m_here + tried) % m_places.size();
        Place& place = m_places[index];
        const std::size_t usable = m_placement.overload ? place.cpus.size() : place.free;
        if (place.next + m_need > usable)
            continue;
        Seat seat{index, {}};
        for (std::uint32_t i = 0; i < m_need; ++i)
            seat.taken = pmix::united(seat.taken, place.cpus[place.next + i]);
        place.next += m_need;
        leave(index);
        return seat;
    }
    return std::nullopt;
}

/// Round robin, or so many on each.
void ProcessorSeats::leave(std::size_t index)
{
    m_inRow = index == m_here ? m_inRow + 1 : 1;
    m_here = index;
    if (m_placement.perResource == 0 || m_inRow >= m_placement.perResource) {
        m_here = (index + 1) % m_places.size();
        m_inRow = 0;
    }
}

} // namespace dbgr::launcher
