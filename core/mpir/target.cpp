// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/target.h"

#include "mpir/mapped_files.h"
#include "mpir/mpir_error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace dbgr::mpir {

namespace {

constexpr std::uint64_t kChunkBytes = 4096;

/// All that we ever ask for.
const std::vector<std::string>& wantedNames()
{
    static const std::vector<std::string> names{
        std::string(kProctable),     std::string(kProctableSize), std::string(kDebugState),
        std::string(kBeingDebugged), std::string(kBreakpoint),    std::string(kPartialAttachOk),
        "MPIR_i_am_starter",         "MPIR_acquired_pre_main",    "MPIR_force_to_main",
        "MPIR_forward_output",       "MPIR_attach_fifo",          "MPIR_executable_path",
        "MPIR_server_arguments",     "totalview_jobid",           "totalview_stepid",
    };
    return names;
}

bool isComplete(const std::map<std::string, Symbol>& symbols)
{
    return symbols.contains(std::string(kProctable)) && symbols.contains(std::string(kProctableSize));
}

util::Result<ElfSymbols> openElf(util::Pid pid, const MappedFile& mapped)
{
    DBGR_TRY(auto opened, openMapped(pid, mapped));
    return ElfSymbols::open(std::move(opened));
}

/// With absolute addresses; empty: this module has no table.
std::map<std::string, Symbol> tableSymbols(const ElfSymbols& elf, const MappedFile& mapped, ElfSymbols::Table table)
{
    std::map<std::string, Symbol> symbols = elf.find(table, wantedNames());
    const auto bias = elf.loadBias(mapped.start, mapped.fileOffset);
    if (!bias || !isComplete(symbols))
        return {};
    for (auto& [name, symbol] : symbols)
        symbol.address += *bias;
    return symbols;
}

/// \errors Errc::NoTable, Errc::ThirtyTwoBit, the first that kept us from opening a file
util::Result<std::map<std::string, Symbol>> findTable(util::Pid pid, const std::vector<MappedFile>& files)
{
    std::optional<util::Error> trouble;
    for (const auto table : {ElfSymbols::Table::Dynamic, ElfSymbols::Table::Static}) {
        for (const MappedFile& file : files) {
            const auto elf = openElf(pid, file);
            if (!elf && elf.error().code == Errc::ThirtyTwoBit)
                return util::fail(elf.error());
            if (!elf && elf.error().code != Errc::NotElf && !trouble)
                trouble = elf.error();
            if (!elf)
                continue;
            if (auto symbols = tableSymbols(*elf, file, table); !symbols.empty())
                return symbols;
            if (table == ElfSymbols::Table::Static)
                break; // that of the program; libraries without it in their dynamic one hide it
        }
    }
    if (trouble)
        return util::fail(std::move(*trouble));
    return util::fail(Errc::NoTable, "neither the program nor its libraries define MPIR_proctable");
}

} // namespace

util::Result<Target> Target::open(util::Pid pid)
{
    const std::string doing = "looking into process " + std::to_string(pid.value());
    const auto inContext = [&doing](util::Error error) { return std::move(error).withContext(doing); };
    auto memory = std::make_unique<util::ProcMemory>(pid);
    if (memory->openError() != 0)
        return util::fail(util::systemError(memory->openError(), doing));
    auto files = mappedFiles(pid).map_error(inContext);
    if (!files)
        return util::fail(std::move(files).error());
    if (files->empty()) // of one that is ending, the memory is gone
        return util::fail(util::systemError(ESRCH, doing));
    auto symbols = findTable(pid, *files).map_error(inContext);
    if (!symbols)
        return util::fail(std::move(symbols).error());
    return Target(std::move(memory), *std::move(symbols));
}

Target::Target(std::unique_ptr<util::ProcessMemory> memory, std::map<std::string, Symbol> symbols)
    : m_memory(std::move(memory)), m_symbols(std::move(symbols))
{}

std::optional<Symbol> Target::symbol(std::string_view name) const
{
    const auto found = m_symbols.find(std::string(name));
    return found == m_symbols.end() ? std::nullopt : std::optional(found->second);
}

util::Result<Symbol> Target::needed(std::string_view name) const
{
    if (const auto found = symbol(name))
        return *found;
    return util::fail(Errc::NoTable, "the launcher has no variable " + std::string(name));
}

util::Result<void> Target::read(std::uint64_t address, std::span<std::byte> out)
{
    if (m_memory->read(util::RemoteAddress(address), out))
        return util::ok();
    return util::fail(Errc::Damaged, "reading " + std::to_string(out.size()) + " bytes of the launcher's memory");
}

util::Result<void> Target::write(std::uint64_t address, std::span<const std::byte> bytes)
{
    if (m_memory->write(util::RemoteAddress(address), bytes))
        return util::ok();
    return util::fail(Errc::Damaged, "writing " + std::to_string(bytes.size()) + " bytes into the launcher's memory");
}

util::Result<std::string> Target::textAt(std::uint64_t address)
{
    std::string text;
    while (text.size() < kMaxTextBytes) {
        std::array<char, 256> piece{};
        // Never over the end of a page: the next one need not be there.
        const std::uint64_t toPage = kChunkBytes - address % kChunkBytes;
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>({piece.size(), toPage, kMaxTextBytes - text.size()}));
        DBGR_TRY(read(address, std::as_writable_bytes(std::span(piece.data(), size))));
        const std::string_view part(piece.data(), size);
        text += part.substr(0, part.find('\0'));
        if (part.find('\0') != std::string_view::npos)
            break;
        address += size;
    }
    return text;
}

util::Result<std::int32_t> Target::number(std::string_view name)
{
    DBGR_TRY(const Symbol at, needed(name));
    std::array<std::byte, sizeof(std::int32_t)> bytes{};
    DBGR_TRY(read(at.address, bytes));
    return std::bit_cast<std::int32_t>(bytes);
}

util::Result<std::uint64_t> Target::pointer(std::string_view name)
{
    DBGR_TRY(const Symbol at, needed(name));
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    DBGR_TRY(read(at.address, bytes));
    return std::bit_cast<std::uint64_t>(bytes);
}

util::Result<std::string> Target::array(std::string_view name)
{
    DBGR_TRY(const Symbol at, needed(name));
    std::string bytes(std::min<std::uint64_t>(at.sizeBytes, kMaxTextBytes), '\0');
    DBGR_TRY(read(at.address, std::as_writable_bytes(std::span(bytes))));
    bytes.resize(std::min(bytes.find('\0'), bytes.size()));
    return bytes;
}

util::Result<std::string> Target::text(std::string_view name)
{
    DBGR_TRY(const std::uint64_t address, pointer(name));
    return address == 0 ? util::Result<std::string>(std::string()) : textAt(address);
}

util::Result<void> Target::setNumber(std::string_view name, std::int32_t value)
{
    DBGR_TRY(const Symbol at, needed(name));
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof value>>(value);
    if (m_memory->write(util::RemoteAddress(at.address), bytes))
        return util::ok();
    return util::fail(Errc::Damaged, "writing the launcher's variable " + std::string(name));
}

util::Result<void> Target::setArray(std::string_view name, std::string_view bytes)
{
    DBGR_TRY(const Symbol at, needed(name));
    if (bytes.size() > at.sizeBytes)
        return util::fail(std::make_error_code(std::errc::message_size),
                          "writing the launcher's variable " + std::string(name) + ": it has room for " +
                              std::to_string(at.sizeBytes) + " bytes, not for " + std::to_string(bytes.size()));
    if (m_memory->write(util::RemoteAddress(at.address), std::as_bytes(std::span(bytes.data(), bytes.size()))))
        return util::ok();
    return util::fail(Errc::Damaged, "writing the launcher's variable " + std::string(name));
}

} // namespace dbgr::mpir
