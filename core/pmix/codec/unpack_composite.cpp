// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/unpack_composite_p.h"

#include "util/string_util.h"

#include <charconv>
#include <string_view>

namespace dbgr::pmix {

namespace {

std::vector<std::string> readTexts(ElementReader& reader, std::int64_t announced)
{
    std::vector<std::string> texts;
    const std::size_t count = reader.count(announced);
    for (std::size_t i = 0; i < count && reader.ok(); ++i)
        texts.push_back(reader.string());
    return texts;
}

template <class T>
void readDecimal(ElementReader& reader, T& number)
{
    const std::string text = reader.string();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    // Out of range leaves the number 0, which is what the rest of the protocol's users see too.
    if (reader.ok() && (end != text.data() + text.size() || error == std::errc::invalid_argument))
        reader.fail(Status::ErrUnpackFailure, "\"" + text.substr(0, 32) + "\" is no decimal number");
}

/// The binary form of a regex: two texts that say how it was compressed and how many bytes follow, then those.
void readBlobRegex(ElementReader& reader, Regex& regex)
{
    const std::string_view whole = reader.peekRest();
    std::size_t length = reader.cString().size() + 1;
    length += reader.cString().size() + 1;
    std::string_view sizeField = reader.cString();
    length += sizeField.size() + 1;
    constexpr std::string_view kPrefix = "size=";
    std::optional<std::size_t> blobBytes;
    if (sizeField.starts_with(kPrefix) && sizeField.ends_with(':'))
        blobBytes =
            util::parseNumber<std::size_t>(sizeField.substr(kPrefix.size(), sizeField.size() - kPrefix.size() - 1));
    if (!blobBytes) {
        reader.fail(Status::ErrUnpackFailure, "a compressed regex has no size");
        return;
    }
    length += reader.bytes(*blobBytes).size();
    if (reader.ok())
        regex.bytes = whole.substr(0, length);
}

} // namespace

void read(ElementReader& reader, bool& flag)
{
    flag = reader.byte() != 0;
}

void read(ElementReader& reader, float& number)
{
    readDecimal(reader, number);
}

void read(ElementReader& reader, double& number)
{
    readDecimal(reader, number);
}

void read(ElementReader& reader, NullableString& text)
{
    text = reader.nullableString();
}

void read(ElementReader& reader, ByteObject& object)
{
    object.bytes = reader.sizedBytes();
}

void read(ElementReader& reader, Buffer& buffer)
{
    buffer.type = reader.number<BufferType>();
    buffer.bytes = reader.sizedBytes();
}

void read(ElementReader& reader, Regex& regex)
{
    if (reader.peekRest().starts_with(std::string_view("blob:\0", 6)))
        readBlobRegex(reader, regex);
    else
        regex.bytes = reader.cString();
}

void read(ElementReader& reader, Timeval& time)
{
    time.seconds = reader.number<std::int64_t>();
    time.microseconds = reader.number<std::int64_t>();
}

void read(ElementReader& reader, Proc& proc)
{
    proc.nspace = reader.string();
    proc.rank = reader.number<ProcRank>();
}

void read(ElementReader& reader, Envar& envar)
{
    envar.name = reader.string();
    envar.value = reader.nullableString();
    envar.separator = static_cast<char>(reader.byte());
}

void read(ElementReader& reader, App& app)
{
    app.command = reader.string();
    app.argv = readTexts(reader, reader.taggedInt());
    app.environment = readTexts(reader, reader.number<std::int32_t>());
    app.workingDirectory = reader.nullableString();
    app.maxProcs = reader.taggedInt();
    app.infos = readInfos(reader);
}

void read(ElementReader& reader, Query& query)
{
    query.keys = readTexts(reader, reader.number<std::int32_t>());
    query.qualifiers = readInfos(reader);
}

void read(ElementReader& reader, RegAttr& attribute)
{
    attribute.name = reader.string();
    attribute.key = reader.string();
    attribute.type = reader.number<DataType>();
    attribute.description = readTexts(reader, reader.number<std::int32_t>());
}

void read(ElementReader& reader, ProcInfo& info)
{
    read(reader, info.proc);
    info.hostname = reader.string();
    info.executable = reader.string();
    info.pid = reader.pid();
    info.state = reader.number<ProcState>();
}

void read(ElementReader& reader, ProcStats& stats)
{
    stats.node = reader.string();
    read(reader, stats.proc);
    stats.pid = reader.pid();
    stats.command = reader.string();
    stats.state = static_cast<char>(reader.byte());
    read(reader, stats.cpuTime);
    stats.priority = reader.number<std::int32_t>();
    stats.threads = reader.number<std::int16_t>();
    read(reader, stats.proportionalSetSize);
    read(reader, stats.virtualSize);
    read(reader, stats.residentSize);
    stats.processor = reader.number<std::int16_t>();
    read(reader, stats.sampleTime);
}

void read(ElementReader& reader, NodePid& nodePid)
{
    nodePid.hostname = reader.string();
    nodePid.nodeId = reader.number<std::uint32_t>();
    nodePid.pid = reader.pid();
}

void read(ElementReader& reader, Coord& coord)
{
    coord.view = reader.byte();
    const std::size_t count = reader.count(reader.size());
    for (std::size_t i = 0; i < count && reader.ok(); ++i)
        coord.dimensions.push_back(reader.number<std::uint32_t>());
}

void read(ElementReader& reader, Geometry& geometry)
{
    geometry.fabric = reader.size();
    geometry.uuid = reader.nullableString();
    geometry.osName = reader.nullableString();
    const std::size_t count = reader.count(reader.size());
    for (std::size_t i = 0; i < count && reader.ok(); ++i)
        read(reader, geometry.coordinates.emplace_back());
}

void read(ElementReader& reader, DeviceDistance& distance)
{
    distance.uuid = reader.nullableString();
    distance.osName = reader.nullableString();
    distance.type = reader.number<std::uint64_t>();
    distance.minimum = reader.number<std::uint16_t>();
    distance.maximum = reader.number<std::uint16_t>();
}

void read(ElementReader& reader, Endpoint& endpoint)
{
    endpoint.uuid = reader.nullableString();
    endpoint.osName = reader.nullableString();
    endpoint.endpoint = reader.sizedBytes();
}

void read(ElementReader& reader, Device& device)
{
    device.uuid = reader.nullableString();
    device.osName = reader.nullableString();
    device.type = reader.number<std::uint64_t>();
}

void read(ElementReader& reader, ResourceUnit& unit)
{
    unit.type = reader.number<std::uint64_t>();
    unit.count = reader.size();
}

} // namespace dbgr::pmix
