// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/build_id.h"

#include "corefile/elf_notes.h"
#include "util/string_util.h"

namespace dbgr::corefile {
namespace {

constexpr std::uint32_t kBuildIdNote = 3;
constexpr std::size_t kMaxBuildIdBytes = 64;

constexpr std::size_t kMaxSegmentsOfProgram = 100;
constexpr std::size_t kMaxNoteSegmentBytes = 64 << 10;
/// The headers and first notes; mostly no more of a program than its first page is in a core file.
constexpr std::size_t kStartBytes = 64 << 10;

} // namespace

std::string buildIdOf(const ByteSource& program)
{
    const auto file = readElf(program);
    std::string id;
    if (!file || file->segments.size() > kMaxSegmentsOfProgram) // what is in memory may be no program
        return id;
    for (const Segment& segment : file->segments) {
        if (!segment.is(SegmentType::Note) || segment.bytesInFile > kMaxNoteSegmentBytes || !id.empty())
            continue;
        static_cast<void>(forEachNote(program, segment, [&](const Note& note) {
            if (note.owner == "GNU" && note.type == kBuildIdNote && note.size <= kMaxBuildIdBytes)
                id = util::toHex(program.read(note.offset, note.size));
            return id.empty();
        }));
    }
    return id;
}

std::string buildIdInMemory(const ByteSource& core, const ElfFile& file, std::uint64_t address)
{
    return buildIdOf(TextSource(file.memory(core, address, kStartBytes)));
}

} // namespace dbgr::corefile
