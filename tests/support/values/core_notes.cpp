// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/values/core_notes.h"

#include "corefile/elf_notes.h"
#include "corefile/initial_stack.h"
#include "util/byte_reader.h"

#include <elf.h>

#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace dbgr::test {
namespace {

using namespace x86_64;

// struct elf_prstatus: before it pr_info ... pr_cstime; then struct user_regs_struct.
constexpr std::size_t kRegistersInStatus = 112;
// struct user_fpregs_struct: control words, then eight of 16 bytes each, then sixteen.
constexpr std::size_t kStInFloating = 32, kStStride = 16, kXmmInFloating = 160;

/// Where user_regs_struct has the register that DWARF gives this number.
constexpr std::array<std::size_t, kGeneralCount> kSlotOf = {10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16};

constexpr std::size_t kSlotOfFsBase = 21;

bool copyLow(std::string_view from, std::span<std::byte> out)
{
    if (out.size() > from.size())
        return false;
    std::memcpy(out.data(), from.data(), out.size());
    return true;
}

bool takeRegisters(CoreRegisters& registers, std::string_view status)
{
    for (std::size_t number = 0; number < kGeneralCount; ++number) {
        util::ByteReader reader(status);
        reader.bytes(kRegistersInStatus + kSlotOf[number] * sizeof(std::uint64_t));
        registers.general[number] = reader.little<std::uint64_t>();
        if (!reader.ok())
            return false;
    }
    util::ByteReader reader(status);
    reader.bytes(kRegistersInStatus + kSlotOfFsBase * sizeof(std::uint64_t));
    registers.threadPointer = reader.little<std::uint64_t>();
    return reader.ok();
}

bool takeFiles(std::vector<MappedFile>& files, std::string_view note)
{
    constexpr std::size_t kHeadBytes = 16, kEntryBytes = 24;
    util::ByteReader reader(note);
    const auto count = reader.little<std::uint64_t>();
    const auto page = reader.little<std::uint64_t>();
    if (!reader.ok() || count > reader.remaining() / kEntryBytes)
        return false;
    util::ByteReader names(note.substr(kHeadBytes + static_cast<std::size_t>(count) * kEntryBytes));
    for (std::uint64_t i = 0; i < count; ++i) {
        MappedFile file;
        file.begin = {reader.little<std::uint64_t>()};
        file.end = {reader.little<std::uint64_t>()};
        file.offset = reader.little<std::uint64_t>() * page;
        file.path = names.cString();
        if (!names.ok())
            return false;
        files.push_back(std::move(file));
    }
    return true;
}

util::Error brokenCore(std::string why)
{
    return {std::make_error_code(std::errc::executable_format_error), std::move(why), {}};
}

/// Each kind's first note only: other threads' follow.
class NoteTaker
{
public:
    explicit NoteTaker(const corefile::ByteSource& bytes) : m_bytes(bytes) {}

    /// False: what the note says makes no sense.
    bool take(const corefile::Note& note)
    {
        const bool isOfProcess = note.owner == "CORE";
        if (isOfProcess && note.type == NT_PRSTATUS && !std::exchange(m_hasThread, true))
            return takeRegisters(m_notes.registers, textOf(note));
        if (isOfProcess && note.type == NT_FPREGSET && m_notes.registers.floating.empty())
            m_notes.registers.floating = textOf(note);
        if (isOfProcess && note.type == NT_FILE && m_notes.files.empty())
            return takeFiles(m_notes.files, textOf(note));
        if (isOfProcess && note.type == NT_AUXV)
            m_notes.programHeaders = {corefile::auxValue(textOf(note), corefile::AuxKey::ProgramHeaders).value_or(0)};
        return true;
    }

    [[nodiscard]] bool hasThread() const { return m_hasThread; }
    [[nodiscard]] CoreNotes taken() && { return std::move(m_notes); }

private:
    [[nodiscard]] std::string textOf(const corefile::Note& note) const { return m_bytes.read(note.offset, note.size); }

    const corefile::ByteSource& m_bytes;
    CoreNotes m_notes;
    bool m_hasThread = false;
};

} // namespace

bool CoreRegisters::read(unsigned number, std::span<std::byte> out) const
{
    if (number < kGeneralCount)
        return general[number] &&
               copyLow({reinterpret_cast<const char*>(&*general[number]), sizeof(std::uint64_t)}, out);
    if (number == kFsBase)
        return threadPointer && copyLow({reinterpret_cast<const char*>(&*threadPointer), sizeof(std::uint64_t)}, out);
    const std::string_view all = floating;
    const auto part = [&](std::size_t at, std::size_t bytes) {
        return all.size() < at + bytes ? std::string_view() : all.substr(at, bytes);
    };
    if (number >= kXmm0 && number < kXmm0 + kXmmCount)
        return copyLow(part(kXmmInFloating + (number - kXmm0) * kXmmBytes, kXmmBytes), out);
    if (number >= kSt0 && number < kSt0 + kStCount)
        return copyLow(part(kStInFloating + (number - kSt0) * kStStride, kStBytes), out);
    return false;
}

util::Result<CoreNotes> readCoreNotes(const corefile::ByteSource& bytes, const corefile::ElfFile& core)
{
    NoteTaker taker(bytes);
    for (const corefile::Segment& segment : core.segments) {
        bool makesSense = true;
        const auto take = [&](const corefile::Note& note) { return makesSense = taker.take(note); };
        if (segment.is(corefile::SegmentType::Note) && !(forEachNote(bytes, segment, take) && makesSense))
            return util::fail(brokenCore("its notes are cut off or broken"));
    }
    if (!taker.hasThread())
        return util::fail(brokenCore("it has no thread"));
    return std::move(taker).taken();
}

} // namespace dbgr::test
