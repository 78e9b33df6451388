// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/core_file.h"

#include "corefile/build_id.h"
#include "corefile/elf_file.h"
#include "corefile/elf_notes.h"
#include "corefile/initial_stack.h"
#include "util/byte_reader.h"
#include "util/shown_path.h"
#include "util/string_util.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace dbgr::corefile {
namespace {

constexpr std::size_t kMaxNoteBytes = 4096;
constexpr std::size_t kMaxMappedFilesBytes = 64 << 20;
/// Whoever writes core files makes one of all notes.
constexpr int kMaxNoteSegments = 4;

enum class NoteType : std::uint32_t
{
    ThreadStatus = 1, ///< NT_PRSTATUS
    ProcessInfo = 3,  ///< NT_PRPSINFO
    AuxVector = 6,
    MappedFiles = 0x46494c45, ///< "FILE"
    SignalInfo = 0x53494749,  ///< "SIGI"
};

/// What the notes say; of the threads, the first, which is the one that got the signal.
struct Notes
{
    std::optional<std::string> threadStatus;
    std::optional<std::string> processInfo;
    std::optional<std::string> auxVector;
    std::optional<std::string> mappedFiles;
    std::optional<std::string> signalInfo;

    [[nodiscard]] std::optional<std::string>* of(std::uint32_t type)
    {
        switch (static_cast<NoteType>(type)) {
        case NoteType::ThreadStatus:
            return &threadStatus;
        case NoteType::ProcessInfo:
            return &processInfo;
        case NoteType::AuxVector:
            return &auxVector;
        case NoteType::MappedFiles:
            return &mappedFiles;
        case NoteType::SignalInfo:
            return &signalInfo;
        }
        return nullptr;
    }
    [[nodiscard]] bool complete() const
    {
        return threadStatus && processInfo && auxVector && mappedFiles && signalInfo;
    }
};

util::Error broken(std::string why)
{
    return {std::make_error_code(std::errc::executable_format_error), std::move(why),
            "was its size limited (ulimit -c), or the disk full?"};
}

std::size_t limitOf(std::uint32_t type)
{
    return type == static_cast<std::uint32_t>(NoteType::MappedFiles) ? kMaxMappedFilesBytes : kMaxNoteBytes;
}

util::Result<Notes> readNotes(const ByteSource& bytes, const ElfFile& file)
{
    Notes notes;
    int segments = 0;
    for (const Segment& segment : file.segments) {
        if (!segment.is(SegmentType::Note) || notes.complete() || ++segments > kMaxNoteSegments)
            continue;
        const bool whole = forEachNote(bytes, segment, [&](const Note& note) {
            std::optional<std::string>* wanted = note.owner == "CORE" ? notes.of(note.type) : nullptr;
            if (wanted && !*wanted && note.size <= limitOf(note.type))
                *wanted = bytes.read(note.offset, note.size);
            return !notes.complete();
        });
        if (!whole)
            return util::fail(
                broken("it is a core file, but cut off or broken within its notes, which say what it is of"));
    }
    if (!notes.threadStatus)
        return util::fail(broken("it is a core file without any thread"));
    return notes;
}

/// A name in a field of fixed size, fit to be shown.
std::string fieldText(std::string_view field)
{
    std::string text(util::trimmed(field.substr(0, field.find('\0'))));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return text;
}

void takeProcessInfo(CoreFile& core, std::string_view info)
{
    util::ByteReader reader(info);
    reader.bytes(24); // pr_state ... pr_gid
    const auto pid = static_cast<std::int32_t>(reader.little<std::uint32_t>());
    reader.bytes(12); // pr_ppid, pr_pgrp, pr_sid
    const std::string name = fieldText(reader.bytes(16));
    const std::string arguments = fieldText(reader.bytes(80));
    if (!reader.ok())
        return;
    core.pid = util::Pid(pid);
    core.command = arguments.empty() ? name : arguments;
}

void takeThreadStatus(CoreFile& core, std::string_view status)
{
    util::ByteReader reader(status);
    reader.bytes(12); // pr_info: the kernel fills in the signal only
    const auto signal = reader.little<std::uint16_t>();
    reader.bytes(18); // up to pr_pid
    const auto thread = static_cast<std::int32_t>(reader.little<std::uint32_t>());
    if (!reader.ok())
        return;
    core.signal = signal;
    if (core.pid == util::Pid()) // of its first thread, which is mostly the same
        core.pid = util::Pid(thread);
}

/// The mapped file that holds an address, and where it begins.
struct Mapping
{
    std::string path;
    std::uint64_t start = 0;
};

std::optional<Mapping> mappingOf(std::string_view mappedFiles, std::uint64_t address)
{
    constexpr std::size_t kEntryBytes = 24;
    util::ByteReader reader(mappedFiles);
    const auto count = reader.little<std::uint64_t>();
    reader.bytes(8); // page size
    if (!reader.ok() || count > reader.remaining() / kEntryBytes)
        return std::nullopt;
    util::ByteReader names(mappedFiles.substr(16 + static_cast<std::size_t>(count) * kEntryBytes));
    // Each segment of a program is a mapping of its own; the first has the program's header.
    std::optional<Mapping> first;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto start = reader.little<std::uint64_t>();
        const auto end = reader.little<std::uint64_t>();
        reader.bytes(8); // offset, in pages
        const std::string_view name = names.cString();
        if (!names.ok())
            return std::nullopt;
        if (!first || first->path != name)
            first = Mapping{std::string(name), start};
        if (address >= start && address < end)
            return first;
    }
    return std::nullopt;
}

void takeProgram(CoreFile& core, const ByteSource& bytes, const ElfFile& file, const Notes& notes)
{
    if (!notes.auxVector)
        return;
    const auto entry = auxValue(*notes.auxVector, AuxKey::ProgramHeaders);
    const auto program = entry && notes.mappedFiles ? mappingOf(*notes.mappedFiles, *entry) : std::nullopt;
    if (program) {
        core.executable = util::shownPath(program->path).path;
        core.buildId = buildIdInMemory(bytes, file, program->start);
        return;
    }
    constexpr std::size_t kMaxPath = 4096;
    if (const auto name = auxValue(*notes.auxVector, AuxKey::ExecutableName)) {
        const std::string text = file.memory(bytes, *name, kMaxPath);
        if (text.starts_with('/'))
            core.executable = text.substr(0, text.find('\0'));
    }
}

std::uint64_t missingMemory(const ByteSource& bytes, const ElfFile& file)
{
    std::uint64_t missing = 0;
    for (const Segment& segment : file.segments) {
        if (!segment.is(SegmentType::Load) || !segment.isCutOff(bytes.size()))
            continue;
        const std::uint64_t there = segment.offset < bytes.size() ? bytes.size() - segment.offset : 0;
        const std::uint64_t lacking = segment.bytesInFile - there;
        missing = lacking > UINT64_MAX - missing ? UINT64_MAX : missing + lacking;
    }
    return missing;
}

} // namespace

util::Result<CoreFile> readCoreFile(const ByteSource& bytes)
{
    DBGR_TRY(const ElfFile file, readElf(bytes));
    if (!file.isCore)
        return util::fail(std::make_error_code(std::errc::executable_format_error),
                          "it is a program or a library, not a core file",
                          "name the core files at --core, and the program behind it");
    DBGR_TRY(const Notes notes, readNotes(bytes, file));
    CoreFile core;
    if (notes.processInfo)
        takeProcessInfo(core, *notes.processInfo);
    takeThreadStatus(core, *notes.threadStatus);
    if (notes.signalInfo && notes.signalInfo->size() >= sizeof(std::uint32_t))
        core.signal = static_cast<int>(util::ByteReader(*notes.signalInfo).little<std::uint32_t>());
    takeProgram(core, bytes, file, notes);
    if (notes.auxVector)
        core.environment = initialEnvironment(bytes, file, *notes.auxVector);
    core.missingBytes = missingMemory(bytes, file);
    return core;
}

util::Result<CoreFile> readCoreFile(const std::string& path)
{
    DBGR_TRY(const FileSource file, FileSource::open(path));
    auto core = readCoreFile(file);
    if (!core)
        return util::fail(std::move(core.error()).withContext("reading " + path));
    return core;
}

} // namespace dbgr::corefile
