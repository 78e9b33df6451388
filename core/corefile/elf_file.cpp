// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/elf_file.h"

#include "util/byte_reader.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace dbgr::corefile {
namespace {

constexpr std::size_t kFileHeaderBytes = 64;
constexpr std::size_t kSegmentBytes = 56;
constexpr std::size_t kSectionBytes = 64;
constexpr std::uint16_t kCoreType = 4;
/// Then the number is in the first section header: a process has more mappings than fit here.
constexpr std::uint16_t kManySegments = 0xffff;

#if defined(__x86_64__)
constexpr std::uint16_t kThisMachine = 62;
#elif defined(__aarch64__)
constexpr std::uint16_t kThisMachine = 183;
#elif defined(__powerpc64__)
constexpr std::uint16_t kThisMachine = 21;
#elif defined(__riscv)
constexpr std::uint16_t kThisMachine = 243;
#else
#error "the ELF number of this machine is needed"
#endif

struct Header
{
    std::uint16_t type = 0;
    std::uint64_t segmentTable = 0;
    std::uint64_t sectionTable = 0;
    std::size_t segmentCount = 0;
};

util::Error notThat(std::string why, std::string advice = {})
{
    return {std::make_error_code(std::errc::executable_format_error), std::move(why), std::move(advice)};
}

std::string machineName(std::uint16_t machine)
{
    switch (machine) {
    case 3:
        return "an x86";
    case 21:
        return "a POWER";
    case 40:
        return "an ARM";
    case 62:
        return "an x86-64";
    case 183:
        return "an AArch64";
    case 243:
        return "a RISC-V";
    default:
        return "another (its ELF number is " + std::to_string(machine) + ")";
    }
}

/// What a file that is no ELF file is, as far as its first bytes tell.
util::Error notElf(std::string_view start)
{
    struct Kind
    {
        std::string_view magic;
        const char* what;
        const char* advice;
    };
    static constexpr const char* kUnpack = "unpack it first (coredumpctl dump does that for files of systemd-coredump)";
    static constexpr Kind kKinds[] = {
        {"\x28\xb5\x2f\xfd", "it is compressed (zstd)", kUnpack},
        {"\x04\x22\x4d\x18", "it is compressed (lz4)", kUnpack},
        {"\xfd"
         "7zXZ",
         "it is compressed (xz)", kUnpack},
        {"\x1f\x8b", "it is compressed (gzip)", kUnpack},
        {"MDMP", "it is a minidump, not an ELF core file", ""},
        {"#!", "it is a script, not a core file", ""},
    };
    if (start.empty())
        return notThat("the file is empty", "was there room for core files on the disk?");
    for (const Kind& kind : kKinds)
        if (start.starts_with(kind.magic))
            return notThat(kind.what, kind.advice);
    return notThat("it is no ELF file, thus neither a core file nor a program");
}

util::Result<Header> readHeader(const ByteSource& bytes)
{
    const std::string start = bytes.read(0, kFileHeaderBytes);
    if (!start.starts_with("\x7f"
                           "ELF"))
        return util::fail(notElf(start));
    if (start.size() < kFileHeaderBytes)
        return util::fail(notThat("it is cut off within its first " + std::to_string(kFileHeaderBytes) + " bytes"));
    constexpr char k64Bit = 2;
    constexpr char kLittleEndian = 1;
    if (start[4] != k64Bit)
        return util::fail(notThat("it is of a 32-bit process; dbgr debugs 64-bit ones only"));
    if (start[5] != kLittleEndian)
        return util::fail(notThat("it is of a machine with another byte order"));

    util::ByteReader reader(start);
    reader.bytes(16); // e_ident
    Header header;
    header.type = reader.little<std::uint16_t>();
    if (const auto machine = reader.little<std::uint16_t>(); machine != kThisMachine)
        return util::fail(notThat("it is of " + machineName(machine) + " machine, and this one is " +
                                      machineName(kThisMachine) + " one",
                                  "look at it on a machine of its kind"));
    reader.bytes(12); // e_version, e_entry
    header.segmentTable = reader.little<std::uint64_t>();
    header.sectionTable = reader.little<std::uint64_t>();
    reader.bytes(6); // e_flags, e_ehsize
    const auto segmentBytes = reader.little<std::uint16_t>();
    header.segmentCount = reader.little<std::uint16_t>();
    if (header.segmentCount > 0 && segmentBytes != kSegmentBytes)
        return util::fail(notThat("its program headers have a size that nobody knows"));
    return header;
}

/// \pre header.segmentCount is kManySegments
std::optional<std::size_t> manySegments(const ByteSource& bytes, const Header& header)
{
    const std::string section = bytes.read(header.sectionTable, kSectionBytes);
    util::ByteReader reader(section);
    reader.bytes(44); // up to sh_info
    const auto count = reader.little<std::uint32_t>();
    return reader.ok() ? std::optional<std::size_t>(count) : std::nullopt;
}

Segment readSegment(util::ByteReader& reader)
{
    Segment segment;
    segment.type = reader.little<std::uint32_t>();
    reader.bytes(4); // p_flags
    segment.offset = reader.little<std::uint64_t>();
    segment.address = reader.little<std::uint64_t>();
    reader.bytes(8); // p_paddr
    segment.bytesInFile = reader.little<std::uint64_t>();
    reader.bytes(16); // p_memsz, p_align
    return segment;
}

} // namespace

util::Result<ElfFile> readElf(const ByteSource& bytes)
{
    DBGR_TRY(Header header, readHeader(bytes));
    if (header.segmentCount == kManySegments) {
        const auto count = manySegments(bytes, header);
        if (!count)
            return util::fail(notThat("it is cut off: the number of its segments is not in it"));
        header.segmentCount = *count;
    }
    if (header.segmentCount > kMaxSegments)
        return util::fail(notThat("it claims to have " + std::to_string(header.segmentCount) + " segments"));
    const std::string table = bytes.read(header.segmentTable, header.segmentCount * kSegmentBytes);
    if (table.size() < header.segmentCount * kSegmentBytes)
        return util::fail(notThat("it is cut off within the table of its segments"));

    ElfFile file;
    file.isCore = header.type == kCoreType;
    file.segments.reserve(header.segmentCount);
    util::ByteReader reader(table);
    for (std::size_t i = 0; i < header.segmentCount; ++i)
        file.segments.push_back(readSegment(reader));
    return file;
}

std::string ElfFile::memory(const ByteSource& bytes, std::uint64_t address, std::size_t count) const
{
    for (const Segment& segment : segments) {
        if (!segment.is(SegmentType::Load) || !segment.holds(address))
            continue;
        const std::uint64_t skipped = address - segment.address;
        const std::uint64_t there = std::min<std::uint64_t>(count, segment.bytesInFile - skipped);
        return segment.offset + skipped < skipped
                   ? std::string()
                   : bytes.read(segment.offset + skipped, static_cast<std::size_t>(there));
    }
    return {};
}

} // namespace dbgr::corefile
