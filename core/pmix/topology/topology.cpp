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
#include <optional>
#include <utility>

namespace dbgr::pmix {

namespace {

using Handle = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

util::Result<Handle> newHandle()
{
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0)
        return util::fail(Status::ErrNotSupported, "hwloc cannot be set up");
    Handle handle(raw, hwloc_topology_destroy);
    if (hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_IMPORTANT) != 0)
        return util::fail(Status::ErrNotSupported, "hwloc does not look at devices");
    // Where it can do without: libpciaccess leaks, and the others open displays and devices, for which nobody has
    // asked.
    for (const char* component : {"pci", "gl", "opencl", "cuda"})
        hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
    return handle;
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
        hwloc_topology_restrict(topology, bound.get(), HWLOC_RESTRICT_FLAG_ADAPT_IO); // or nothing is changed
}

std::string infoOf(hwloc_obj_t object, const char* name)
{
    const char* text = hwloc_obj_get_info_by_name(object, name);
    return text == nullptr ? std::string() : text;
}

/// Its names and type; nothing for those that no library of PMIx shows.
std::optional<DeviceDistance> deviceOf(hwloc_obj_t object, const std::string& host)
{
    constexpr std::size_t kEthernetAddress = sizeof "02:fc:00:00:00:01" - 1; // those of InfiniBand are longer
    const std::string name = object->name == nullptr ? "" : object->name;
    const std::string place = host + "::" + name;
    const auto device = [&](DeviceType type, std::string uuid) {
        return DeviceDistance{std::move(uuid), name, static_cast<std::uint64_t>(type), 0, 0};
    };
    switch (object->attr->osdev.type) {
    case HWLOC_OBJ_OSDEV_BLOCK:
        return device(DeviceType::Block, "blk://" + place);
    case HWLOC_OBJ_OSDEV_GPU:
        return device(DeviceType::Gpu, "gpu://" + place);
    case HWLOC_OBJ_OSDEV_COPROC:
        return device(DeviceType::Coprocessor, "gpu://" + place);
    case HWLOC_OBJ_OSDEV_NETWORK: {
        const std::string address = infoOf(object, "Address");
        return device(DeviceType::Network, (address.size() <= kEthernetAddress ? "ipv4://" : "ipv6://") + address);
    }
    case HWLOC_OBJ_OSDEV_OPENFABRICS:
        return device(DeviceType::OpenFabrics,
                      "fab://" + infoOf(object, "NodeGUID") + "::" + infoOf(object, "SysImageGUID"));
    default:
        return std::nullopt;
    }
}

/// What is meant where no types are named.
constexpr auto kUsualTypes =
    static_cast<std::uint64_t>(DeviceType::Gpu) | static_cast<std::uint64_t>(DeviceType::Network) |
    static_cast<std::uint64_t>(DeviceType::OpenFabrics) | static_cast<std::uint64_t>(DeviceType::Coprocessor);

bool isChosen(const DeviceDistance& device, const DeviceChoice& choice)
{
    if (!choice.id.empty() && device.uuid != choice.id && device.osName != choice.id)
        return false;
    const std::uint64_t types = choice.types == 0 && choice.id.empty() ? kUsualTypes : choice.types;
    return types == 0 || (device.type & types) != 0;
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
        topology.m_devices = devicesOf(from);
        topology.m_depth = static_cast<unsigned>(hwloc_topology_get_depth(from));
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
    [[nodiscard]] static std::vector<Topology::NodeDevice> devicesOf(hwloc_topology_t from)
    {
        constexpr std::size_t kMaxDevices = 4096; // another node's XML may say anything
        const std::string host = infoOf(hwloc_get_root_obj(from), "HostName");
        std::vector<Topology::NodeDevice> devices;
        for (hwloc_obj_t object = nullptr;
             devices.size() < kMaxDevices && (object = hwloc_get_next_osdev(from, object)) != nullptr;) {
            auto named = deviceOf(object, host);
            if (!named)
                continue;
            Topology::NodeDevice device{*std::move(named), {}};
            for (hwloc_obj_t around = hwloc_get_non_io_ancestor_obj(from, object); around && around->depth > 0;
                 around = around->parent)
                device.around.emplace_back(unitsOfBitmap(around->cpuset), static_cast<unsigned>(around->depth));
            devices.push_back(std::move(device));
        }
        return devices;
    }

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
    return load(true);
}

util::Result<Topology> Topology::ofWholeNode()
{
    return load(false);
}

util::Result<Topology> Topology::load(bool withinBinding)
{
    DBGR_TRY(Handle handle, newHandle());
    if (hwloc_topology_load(handle.get()) != 0)
        return util::fail(Status::ErrNotSupported,
                          "hwloc cannot read this node's processors: " + std::string(std::strerror(errno)));
    if (withinBinding)
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

std::vector<DeviceDistance> Topology::distances(const CpuSet& units, const DeviceChoice& choice) const
{
    std::vector<DeviceDistance> all;
    for (const NodeDevice& device : m_devices) {
        if (units.empty() || !isChosen(device.named, choice))
            continue;
        DeviceDistance distance = device.named;
        distance.minimum = UINT16_MAX;
        for (const unsigned unit : units) {
            const auto shared = std::ranges::find_if(
                device.around, [&](const auto& around) { return std::ranges::binary_search(around.first, unit); });
            // Where they share but the node, the way goes up to it and down again.
            const unsigned steps = shared == device.around.end() ? 2 * m_depth - 1 : m_depth - shared->second;
            const auto counted = static_cast<std::uint16_t>(std::min<unsigned>(steps, UINT16_MAX));
            distance.minimum = std::min(distance.minimum, counted);
            distance.maximum = std::max(distance.maximum, counted);
        }
        all.push_back(std::move(distance));
    }
    return all;
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
