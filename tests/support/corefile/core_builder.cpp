// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/corefile/core_builder.h"

namespace dbgr::test {
namespace {

constexpr std::uint64_t kProgramAt = 0x400000;
constexpr std::uint64_t kStackAt = 0x7ffc00000000;
constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kSegmentBytes = 56;

template <class N>
void put(std::string& out, N value)
{
    for (std::size_t i = 0; i < sizeof value; ++i)
        out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}

void pad(std::string& out, std::size_t size)
{
    out.resize(size, '\0');
}

std::string field(std::string text, std::size_t size)
{
    text.resize(size, '\0');
    return text;
}

std::string header(const CoreText& text, std::uint16_t segments, std::uint64_t sections = 0)
{
    std::string out = "\x7f"
                      "ELF";
    out += text.bits;
    out += "\1\1";
    pad(out, 16);
    put(out, text.type);
    put(out, text.machine);
    put(out, std::uint32_t(1));
    put(out, std::uint64_t(0));
    put(out, std::uint64_t(kHeaderBytes)); // the segments' table
    put(out, sections);
    put(out, std::uint32_t(0));
    put(out, std::uint16_t(kHeaderBytes));
    put(out, std::uint16_t(kSegmentBytes));
    put(out, segments);
    pad(out, kHeaderBytes);
    return out;
}

std::string segment(std::uint32_t type, std::uint64_t offset, std::uint64_t address, std::uint64_t size)
{
    std::string out;
    put(out, type);
    put(out, std::uint32_t(4));
    put(out, offset);
    put(out, address);
    put(out, std::uint64_t(0));
    put(out, size);
    put(out, size);
    put(out, std::uint64_t(1));
    return out;
}

std::string note(const std::string& owner, std::uint32_t type, const std::string& says)
{
    std::string out;
    put(out, std::uint32_t(owner.size() + 1));
    put(out, std::uint32_t(says.size()));
    put(out, type);
    out += owner;
    pad(out, (out.size() + 4) / 4 * 4);
    out += says;
    pad(out, (out.size() + 3) / 4 * 4);
    return out;
}

std::string threadStatus(const CoreText& text)
{
    std::string out;
    put(out, text.signal);
    pad(out, 12);
    put(out, std::uint16_t(text.signal));
    pad(out, 32);
    put(out, text.pid);
    pad(out, 336);
    return out;
}

std::string processInfo(const CoreText& text)
{
    std::string out(24, '\0');
    put(out, text.pid);
    pad(out, 40);
    return out + field(text.command, 16) + field(text.arguments, 80);
}

std::string mappedFiles(const CoreText& text)
{
    std::string out;
    put(out, std::uint64_t(2));
    put(out, std::uint64_t(4096));
    for (const std::uint64_t start : {kProgramAt, std::uint64_t(0x7f0000000000)}) {
        put(out, start);
        put(out, start + 0x1000);
        put(out, std::uint64_t(0));
    }
    return out + text.program + '\0' + "/lib/libc.so.6" + '\0';
}

/// The top of the stack, and the auxiliary vector in it.
struct Stack
{
    std::string bytes;
    std::string vector;
};

Stack stackOf(const CoreText& text)
{
    const std::size_t pointers = 8 * (3 + text.environment.size() + 1);
    const std::uint64_t textAt = kStackAt + pointers + 48;
    std::string words;
    std::string strings = "./app";
    strings += '\0';
    put(words, std::uint64_t(1));
    put(words, textAt);
    put(words, std::uint64_t(0));
    for (const std::string& entry : text.environment) {
        put(words, textAt + strings.size());
        strings += entry + '\0';
    }
    put(words, std::uint64_t(0));
    Stack stack;
    put(stack.vector, std::uint64_t(3)); // AT_PHDR
    put(stack.vector, kProgramAt + kHeaderBytes);
    put(stack.vector, std::uint64_t(31)); // AT_EXECFN
    put(stack.vector, textAt + strings.size());
    stack.vector.append(16, '\0'); // AT_NULL
    strings += "./app";
    stack.bytes = words + stack.vector + strings + std::string(9, '\0');
    return stack;
}

} // namespace

std::string makeProgram(const std::string& buildId)
{
    CoreText program;
    program.type = 3;
    const std::string id = note("GNU", 3, buildId);
    const std::size_t at = kHeaderBytes + kSegmentBytes;
    return header(program, 1) + segment(4, at, at, id.size()) + id;
}

std::string makeCore(const CoreText& text)
{
    const Stack stack = stackOf(text);
    std::string notes = note("CORE", 1, threadStatus(text));
    if (text.processInfo)
        notes += note("CORE", 3, processInfo(text));
    if (text.signalInfo)
        notes += note("CORE", 0x53494749, field({static_cast<char>(text.signal)}, 128));
    notes += note("CORE", 6, stack.vector) + note("CORE", 0x46494c45, mappedFiles(text));
    const std::string program = makeProgram(text.buildId);

    const std::uint64_t notesAt = kHeaderBytes + 3 * kSegmentBytes;
    const std::uint64_t programAt = notesAt + notes.size();
    const std::uint64_t stackAt = programAt + program.size();
    const std::uint64_t sectionAt = text.manySegments ? stackAt + stack.bytes.size() : 0;
    std::string core = header(text, text.manySegments ? 0xffff : 3, sectionAt) + segment(4, notesAt, 0, notes.size()) +
                       segment(1, programAt, kProgramAt, program.size()) +
                       segment(1, stackAt, kStackAt, stack.bytes.size()) + notes + program + stack.bytes;
    if (text.manySegments) {
        core.append(44, '\0');
        put(core, std::uint32_t(3));
        core.append(16, '\0');
    }
    return core;
}

} // namespace dbgr::test
