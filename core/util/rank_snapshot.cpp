// SPDX-License-Identifier: BSD-3-Clause
#include "util/rank_snapshot.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

namespace dbgr::util {

namespace {

void write(ByteWriter& writer, std::string_view bytes)
{
    writer.host(static_cast<std::uint64_t>(bytes.size()));
    writer.bytes(bytes);
}

void write(ByteWriter& writer, std::span<const std::byte> bytes)
{
    write(writer, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::string_view readBytes(ByteReader& reader)
{
    const auto size = reader.host<std::uint64_t>();
    return reader.bytes(size);
}

std::vector<std::byte> copyOf(std::string_view bytes)
{
    const auto raw = std::as_bytes(std::span(bytes));
    return {raw.begin(), raw.end()};
}

/// Each takes at least one byte, so that a number which a broken message gives reserves nothing.
template <typename Item, typename Read>
std::vector<Item> readAll(ByteReader& reader, Read read)
{
    std::vector<Item> items;
    for (auto left = reader.host<std::uint64_t>(); left > 0 && reader.ok(); --left)
        items.push_back(read());
    return items;
}

template <typename Items, typename Write>
void writeAll(ByteWriter& writer, const Items& items, Write write)
{
    writer.host(static_cast<std::uint64_t>(items.size()));
    for (const auto& item : items)
        write(item);
}

void write(ByteWriter& writer, const PythonStacks& python)
{
    writer.host(static_cast<std::uint32_t>(python.minor));
    write(writer, python.trouble);
    writeAll(writer, python.codes, [&](const PythonCode& code) {
        write(writer, code.name);
        write(writer, code.file);
        writer.host(code.firstLine);
        write(writer, code.lines);
    });
    writeAll(writer, python.threads, [&](const PythonThread& thread) {
        writer.host(thread.id);
        write(writer, thread.trouble);
        writeAll(writer, thread.runs, [&](const PythonRun& run) {
            writer.host(run.anchor);
            writer.u8(run.isCut ? 1 : 0);
            writeAll(writer, run.calls, [&](const PythonCall& call) {
                writer.host(call.code);
                writer.host(static_cast<std::uint32_t>(call.instruction));
            });
        });
    });
}

PythonStacks readPython(ByteReader& reader)
{
    PythonStacks python;
    python.minor = reader.host<std::uint32_t>();
    python.trouble = readBytes(reader);
    python.codes = readAll<PythonCode>(reader, [&] {
        PythonCode code;
        code.name = readBytes(reader);
        code.file = readBytes(reader);
        code.firstLine = reader.host<std::uint32_t>();
        code.lines = copyOf(readBytes(reader));
        return code;
    });
    const auto readCall = [&] {
        const auto code = reader.host<std::uint32_t>();
        return PythonCall{code, static_cast<std::int32_t>(reader.host<std::uint32_t>())};
    };
    const auto readRun = [&] {
        PythonRun run{reader.host<std::uint64_t>(), {}, false};
        run.isCut = reader.u8() == 1;
        run.calls = readAll<PythonCall>(reader, readCall);
        return run;
    };
    python.threads = readAll<PythonThread>(reader, [&] {
        PythonThread thread;
        thread.id = reader.host<std::uint64_t>();
        thread.trouble = readBytes(reader);
        thread.runs = readAll<PythonRun>(reader, readRun);
        return thread;
    });
    return python;
}

} // namespace

std::string encode(const RankSnapshot& snapshot)
{
    ByteWriter writer;
    writer.host(static_cast<std::uint32_t>(snapshot.pid.value()));
    writer.u8(snapshot.stood ? 1 : 0);
    writer.host(static_cast<std::uint64_t>(snapshot.threads.size()));
    for (const ThreadSnapshot& thread : snapshot.threads) {
        writer.host(thread.id.value());
        write(writer, thread.name);
        writer.u8(static_cast<std::uint8_t>(thread.state));
        writer.host(thread.threadPointer);
        write(writer, thread.registers);
        writer.host(static_cast<std::uint64_t>(thread.stack.size()));
        for (const MemoryPiece& piece : thread.stack) {
            writer.host(piece.address);
            write(writer, piece.bytes);
        }
    }
    writer.u8(snapshot.python ? 1 : 0);
    if (snapshot.python)
        write(writer, *snapshot.python);
    return writer.take();
}

Result<RankSnapshot> decodeRankSnapshot(std::string_view bytes)
{
    ByteReader reader(bytes);
    RankSnapshot snapshot;
    snapshot.pid = Pid(static_cast<Pid::Rep>(reader.host<std::uint32_t>()));
    snapshot.stood = reader.u8() != 0;
    snapshot.threads = readAll<ThreadSnapshot>(reader, [&] {
        ThreadSnapshot thread;
        thread.id = ThreadId(reader.host<std::uint64_t>());
        thread.name = readBytes(reader);
        thread.state = static_cast<char>(reader.u8());
        thread.threadPointer = reader.host<std::uint64_t>();
        thread.registers = copyOf(readBytes(reader));
        thread.stack = readAll<MemoryPiece>(reader, [&] {
            const auto address = reader.host<std::uint64_t>();
            return MemoryPiece{address, copyOf(readBytes(reader))};
        });
        return thread;
    });
    if (reader.u8() == 1)
        snapshot.python = readPython(reader);
    if (!reader.ok() || !reader.atEnd())
        return fail(std::make_error_code(std::errc::bad_message), "what was sampled of a rank is malformed");
    return snapshot;
}

} // namespace dbgr::util
