// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/pack_composite_p.h"

#include <charconv>
#include <string_view>

namespace dbgr::pmix {

namespace {

/// An array of texts behind its length, in the type that the caller has already written it in.
void writeTexts(ElementWriter& writer, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts)
        writer.string(std::string_view(text));
}

} // namespace

void write(ElementWriter& writer, bool flag)
{
    writer.byte(flag ? 1 : 0);
}

void write(ElementWriter& writer, double number)
{
    // The largest double has 309 digits before the point.
    char text[352];
    const auto end = std::to_chars(std::begin(text), std::end(text), number, std::chars_format::fixed, 6);
    writer.string(std::string_view(text, static_cast<std::size_t>(end.ptr - text)));
}

void write(ElementWriter& writer, const NullableString& text)
{
    writer.string(text);
}

void write(ElementWriter& writer, const ByteObject& object)
{
    writer.sizedBytes(object.bytes);
}

void write(ElementWriter& writer, const Buffer& buffer)
{
    writer.number(buffer.type);
    writer.sizedBytes(buffer.bytes);
}

void write(ElementWriter& writer, const Regex& regex)
{
    writer.bytes(regex.bytes);
    if (!regex.bytes.starts_with(std::string_view("blob:\0", 6)))
        writer.byte(0);
}

void write(ElementWriter& writer, const Timeval& time)
{
    writer.number(time.seconds);
    writer.number(time.microseconds);
}

void write(ElementWriter& writer, const Proc& proc)
{
    writer.string(std::string_view(proc.nspace));
    writer.number(proc.rank);
}

void write(ElementWriter& writer, const Envar& envar)
{
    writer.string(std::string_view(envar.name));
    writer.string(envar.value);
    writer.byte(static_cast<std::uint8_t>(envar.separator));
}

void write(ElementWriter& writer, const App& app)
{
    writer.string(std::string_view(app.command));
    writer.taggedInt(static_cast<std::int32_t>(app.argv.size()));
    writeTexts(writer, app.argv);
    writer.number(static_cast<std::int32_t>(app.environment.size()));
    writeTexts(writer, app.environment);
    writer.string(app.workingDirectory);
    writer.taggedInt(app.maxProcs);
    writeInfos(writer, app.infos);
}

void write(ElementWriter& writer, const Query& query)
{
    writer.number(static_cast<std::int32_t>(query.keys.size()));
    writeTexts(writer, query.keys);
    writeInfos(writer, query.qualifiers);
}

void write(ElementWriter& writer, const RegAttr& attribute)
{
    writer.string(std::string_view(attribute.name));
    writer.string(std::string_view(attribute.key));
    writer.number(attribute.type);
    writer.number(static_cast<std::int32_t>(attribute.description.size()));
    writeTexts(writer, attribute.description);
}

void write(ElementWriter& writer, const ProcInfo& info)
{
    write(writer, info.proc);
    writer.string(std::string_view(info.hostname));
    writer.string(std::string_view(info.executable));
    writer.pid(info.pid);
    writer.number(info.state);
}

void write(ElementWriter& writer, const ProcStats& stats)
{
    writer.string(std::string_view(stats.node));
    write(writer, stats.proc);
    writer.pid(stats.pid);
    writer.string(std::string_view(stats.command));
    writer.byte(static_cast<std::uint8_t>(stats.state));
    write(writer, stats.cpuTime);
    writer.number(stats.priority);
    writer.number(stats.threads);
    write(writer, double{stats.proportionalSetSize});
    write(writer, double{stats.virtualSize});
    write(writer, double{stats.residentSize});
    writer.number(stats.processor);
    write(writer, stats.sampleTime);
}

void write(ElementWriter& writer, const NodePid& nodePid)
{
    writer.string(std::string_view(nodePid.hostname));
    writer.number(nodePid.nodeId);
    writer.pid(nodePid.pid);
}

void write(ElementWriter& writer, const Coord& coord)
{
    writer.byte(coord.view);
    writer.size(coord.dimensions.size());
    for (const std::uint32_t each : coord.dimensions)
        writer.number(each);
}

void write(ElementWriter& writer, const Geometry& geometry)
{
    writer.size(geometry.fabric);
    writer.string(geometry.uuid);
    writer.string(geometry.osName);
    writer.size(geometry.coordinates.size());
    for (const Coord& each : geometry.coordinates)
        write(writer, each);
}

void write(ElementWriter& writer, const DeviceDistance& distance)
{
    writer.string(distance.uuid);
    writer.string(distance.osName);
    writer.number(distance.type);
    writer.number(distance.minimum);
    writer.number(distance.maximum);
}

void write(ElementWriter& writer, const Endpoint& endpoint)
{
    writer.string(endpoint.uuid);
    writer.string(endpoint.osName);
    writer.sizedBytes(endpoint.endpoint);
}

void write(ElementWriter& writer, const Device& device)
{
    writer.string(device.uuid);
    writer.string(device.osName);
    writer.number(device.type);
}

void write(ElementWriter& writer, const ResourceUnit& unit)
{
    writer.number(unit.type);
    writer.size(unit.count);
}

} // namespace dbgr::pmix
