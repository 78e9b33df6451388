// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/topology/topology.h"

#include "pmix/types/status.h"

#include <hwloc.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

namespace dbgr::pmix {

namespace {

using Handle = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

util::Result<Handle> newHandle()
{
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0)
        return util::fail(Status::ErrNotSupported, "hwloc cannot be set up");
    return Handle(raw, hwloc_topology_destroy);
}

constexpr std::array kTypes{HWLOC_OBJ_PU,      HWLOC_OBJ_CORE,     HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
                            HWLOC_OBJ_L3CACHE, HWLOC_OBJ_NUMANODE, HWLOC_OBJ_PACKAGE, HWLOC_OBJ_MACHINE};

CpuSet unitsOfBitmap(hwloc_const_bitmap_t bitmap)
{
    CpuSet units;
    for (int unit = hwloc_bitmap_first(bitmap); unit >= 0; unit = hwloc_bitmap_next(bitmap, unit))
        units.push_back(static_cast<unsigned>(unit));
    return units;
}

/// "0-3,8"
std::string inRanges(const std::vector<unsigned>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
        if (last != i)
            text += "-" + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

/// Our processes inherit the binding of the thread that starts them, as taskset or a resource manager gave it to us.
void restrictToBinding(hwloc_topology_t topology)
{
    const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> bound(hwloc_bitmap_alloc(), hwloc_bitmap_free);
    if (hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_THREAD) == 0)
        hwloc_topology_restrict(topology, bound.get(), 0); // where it fails nothing is changed
}

} // namespace

bool intersects(const CpuSet& a, const CpuSet& b)
{
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        if (*i == *j)
            return true;
        if (*i < *j)
            ++i;
        else
            ++j;
    }
    return false;
}

CpuSet united(const CpuSet& a, const CpuSet& b)
{
    CpuSet both;
    std::ranges::set_union(a, b, std::back_inserter(both));
    return both;
}

/// Takes out of hwloc what a Topology keeps.
class TopologyReader
{
public:
    [[nodiscard]] static util::Result<Topology> read(hwloc_topology_t from)
    {
        Topology topology;
        for (std::size_t level = 0; level < kTypes.size(); ++level)
            topology.m_objects.at(level) = objectsOf(from, kTypes.at(level));
        if (topology.m_objects.front().empty() || topology.m_objects.back().empty())
            return util::fail(Status::ErrBadParam, "hwloc shows a machine without a processor");
        char* text = nullptr;
        int length = 0;
        if (hwloc_topology_export_xmlbuffer(from, &text, &length, 0) != 0)
            return util::fail(Status::ErrNotSupported, "hwloc cannot write the topology as XML");
        if (length > 0)
            topology.m_xml.assign(text, static_cast<std::size_t>(length) - 1); // it counts the NUL
        hwloc_free_xmlbuffer(from, text);
        return topology;
    }

private:
    /// Memory without processors, or a second kind of memory for the same ones, is no place to map by.
    [[nodiscard]] static Topology::Objects objectsOf(hwloc_topology_t from, hwloc_obj_type_t type)
    {
        Topology::Objects objects;
        for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_type(from, type, object)) != nullptr;) {
            CpuSet units = unitsOfBitmap(object->cpuset);
            if (!units.empty() && std::ranges::find(objects, units, &Topology::Object::units) == objects.end())
                objects.push_back({object->logical_index, std::move(units)});
        }
        return objects;
    }
};

util::Result<Topology> Topology::ofThisNode()
{
    DBGR_TRY(Handle handle, newHandle());
    if (hwloc_topology_load(handle.get()) != 0)
        return util::fail(Status::ErrNotSupported,
                          "hwloc cannot read this node's processors: " + std::string(std::strerror(errno)));
    restrictToBinding(handle.get());
    return TopologyReader::read(handle.get());
}

util::Result<Topology> Topology::fromXml(const std::string& xml)
{
    DBGR_TRY(Handle handle, newHandle());
    if (xml.size() >= INT_MAX ||
        hwloc_topology_set_xmlbuffer(handle.get(), xml.c_str(), static_cast<int>(xml.size()) + 1) != 0 ||
        hwloc_topology_load(handle.get()) != 0)
        return util::fail(Status::ErrBadParam, "this is no topology in hwloc's XML");
    return TopologyReader::read(handle.get());
}

util::Result<Topology> Topology::fromDescription(const std::string& description)
{
    DBGR_TRY(Handle handle, newHandle());
    if (hwloc_topology_set_synthetic(handle.get(), description.c_str()) != 0 || hwloc_topology_load(handle.get()) != 0)
        return util::fail(Status::ErrBadParam, "hwloc does not understand the description '" + description + "'");
    return TopologyReader::read(handle.get());
}

const Topology::Objects& Topology::objects(HardwareLevel level) const
{
    auto index = static_cast<std::size_t>(level);
    if (level == HardwareLevel::Core && m_objects.at(index).empty())
        return m_objects.front();
    while (m_objects.at(index).empty())
        ++index; // read() made sure of the last
    return m_objects.at(index);
}

const CpuSet& Topology::unitsOf(HardwareLevel level, std::size_t index) const
{
    return objects(level).at(index).units;
}

std::string Topology::localityString(const CpuSet& units) const
{
    using Named = std::pair<const char*, HardwareLevel>;
    constexpr std::array kNames{Named{"SK", HardwareLevel::Package}, Named{"L3", HardwareLevel::L3},
                                Named{"L2", HardwareLevel::L2},      Named{"L1", HardwareLevel::L1},
                                Named{"CR", HardwareLevel::Core},    Named{"HT", HardwareLevel::Thread},
                                Named{"NM", HardwareLevel::Numa}};
    if (units.empty())
        return {};
    std::string text = "hwloc";
    for (const auto& [name, level] : kNames) {
        std::vector<unsigned> numbers;
        for (const Object& object : m_objects.at(static_cast<std::size_t>(level)))
            if (intersects(object.units, units))
                numbers.push_back(object.number);
        if (!numbers.empty())
            text += std::string(":") + name + inRanges(numbers);
    }
    return text;
}

std::string Topology::listString(const CpuSet& units)
{
    return inRanges(units);
}

} // namespace dbgr::pmix
