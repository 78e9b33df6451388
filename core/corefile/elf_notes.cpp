// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/elf_notes.h"

#include "util/byte_reader.h"

namespace dbgr::corefile {
namespace {

constexpr std::size_t kNoteHeaderBytes = 12;
/// Owners that matter have short names; the header and such a name are read at once.
constexpr std::size_t kOwnerBytes = 8;

constexpr std::uint64_t padded(std::uint64_t bytes)
{
    return (bytes + 3) & ~std::uint64_t(3);
}

} // namespace

bool forEachNote(const ByteSource& bytes, const Segment& segment, const std::function<bool(const Note&)>& visit)
{
    if (segment.isCutOff(bytes.size()))
        return false;
    std::uint64_t at = 0;
    for (std::size_t count = 0; at < segment.bytesInFile; ++count) {
        if (count == kMaxNotes || segment.bytesInFile - at < kNoteHeaderBytes)
            return false;
        const std::string start = bytes.read(segment.offset + at, kNoteHeaderBytes + kOwnerBytes);
        util::ByteReader reader(start);
        const auto ownerBytes = reader.little<std::uint32_t>();
        const auto size = reader.little<std::uint32_t>();
        Note note;
        note.type = reader.little<std::uint32_t>();
        const std::uint64_t end = at + kNoteHeaderBytes + padded(ownerBytes) + padded(size);
        if (!reader.ok() || end > segment.bytesInFile + 3) // the last one may lack its padding
            return false;
        if (ownerBytes > 0 && ownerBytes <= kOwnerBytes)
            note.owner = reader.bytes(ownerBytes).substr(0, ownerBytes - 1);
        note.offset = segment.offset + at + kNoteHeaderBytes + padded(ownerBytes);
        note.size = size;
        if (!reader.ok())
            return false;
        if (!visit(note))
            return true;
        at = end;
    }
    return true;
}

} // namespace dbgr::corefile
