// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/values/core_process.h"

#include "corefile/build_id.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

namespace dbgr::test {
namespace {

/// Nothing for what is no ELF file: data that a program mapped.
std::optional<values::Module> moduleOf(const MappedFile& start, const corefile::FileSource& bytes)
{
    const auto file = corefile::readElf(bytes);
    if (!file)
        return std::nullopt;
    const auto first = std::find_if(file->segments.begin(), file->segments.end(), [](const corefile::Segment& segment) {
        return segment.is(corefile::SegmentType::Load);
    });
    if (first == file->segments.end())
        return std::nullopt;
    values::Module module;
    module.path = start.path;
    module.buildId = corefile::buildIdOf(bytes);
    module.begin = start.begin;
    module.end = start.end;
    module.bias = start.begin.value - (first->address - first->offset);
    return module;
}

} // namespace

values::Address CoreFrame::pc() const
{
    return {m_registers.general[x86_64::kReturnAddress].value_or(0)};
}

std::optional<values::Address> CoreFrame::cfa()
{
    return unwound() ? std::optional(unwound()->cfa) : std::nullopt;
}

bool CoreFrame::readRegister(unsigned number, std::span<std::byte> out)
{
    return m_registers.read(number, out);
}

values::Frame* CoreFrame::caller()
{
    if (!m_caller && unwound() && unwound()->caller)
        m_caller = std::make_unique<CoreFrame>(m_process, *unwound()->caller, !unwound()->isSignalFrame);
    return m_caller.get();
}

const std::optional<UnwoundFrame>& CoreFrame::unwound()
{
    if (!std::exchange(m_isUnwound, true))
        m_unwound = m_process.unwind(lookupPc(), m_registers);
    return m_unwound;
}

util::Result<std::unique_ptr<CoreProcess>> CoreProcess::open(const std::string& path)
{
    DBGR_TRY(corefile::FileSource bytes, corefile::FileSource::open(path));
    DBGR_TRY(corefile::ElfFile core, corefile::readElf(bytes));
    if (!core.isCore)
        return util::fail(std::make_error_code(std::errc::executable_format_error), path + " is no core file");
    DBGR_TRY(CoreNotes notes, readCoreNotes(bytes, core));
    return std::unique_ptr<CoreProcess>(new CoreProcess(std::move(bytes), std::move(core), std::move(notes)));
}

CoreProcess::CoreProcess(corefile::FileSource bytes, corefile::ElfFile core, CoreNotes notes)
    : m_bytes(std::move(bytes)), m_core(std::move(core)), m_notes(std::move(notes))
{
    findModules();
    m_innermost = std::make_unique<CoreFrame>(*this, m_notes.registers, false);
}

void CoreProcess::findModules()
{
    for (const MappedFile& mapped : m_notes.files) {
        if (!m_modules.empty() && m_modules.back().path == mapped.path && mapped.offset != 0) {
            m_modules.back().end = mapped.end;
            continue;
        }
        const corefile::FileSource* bytes = mapped.offset == 0 ? mappedFile(mapped.path) : nullptr;
        if (auto module = bytes ? moduleOf(mapped, *bytes) : std::nullopt)
            m_modules.push_back(std::move(*module));
    }
    const auto program = std::find_if(m_modules.begin(), m_modules.end(), [this](const values::Module& module) {
        return module.holds(m_notes.programHeaders);
    });
    if (program != m_modules.end())
        std::rotate(m_modules.begin(), program, program + 1);
}

const corefile::FileSource* CoreProcess::mappedFile(const std::string& path)
{
    const auto [at, isNew] = m_files.try_emplace(path);
    if (isNew)
        if (auto opened = corefile::FileSource::open(path))
            at->second = std::move(*opened);
    return at->second ? &*at->second : nullptr;
}

std::string CoreProcess::piece(values::Address address, std::size_t count)
{
    if (std::string bytes = m_core.memory(m_bytes, address.value, count); !bytes.empty())
        return bytes;
    const auto mapped = std::find_if(m_notes.files.begin(), m_notes.files.end(),
                                     [address](const MappedFile& file) { return file.holds(address); });
    const corefile::FileSource* file = mapped == m_notes.files.end() ? nullptr : mappedFile(mapped->path);
    if (!file)
        return {};
    const std::uint64_t skipped = address.value - mapped->begin.value;
    const std::uint64_t left = mapped->end.value - address.value;
    return file->read(mapped->offset + skipped, static_cast<std::size_t>(std::min<std::uint64_t>(count, left)));
}

bool CoreProcess::read(values::Address address, std::span<std::byte> out)
{
    while (!out.empty()) {
        const std::string bytes = piece(address, out.size());
        if (bytes.empty())
            return false;
        std::memcpy(out.data(), bytes.data(), bytes.size());
        out = out.subspan(bytes.size());
        address = address.plus(static_cast<std::int64_t>(bytes.size()));
    }
    return true;
}

std::optional<UnwoundFrame> CoreProcess::unwind(values::Address lookupPc, const CoreRegisters& registers)
{
    for (const values::Module& module : m_modules)
        if (module.holds(lookupPc))
            return m_frameInfo.try_emplace(&module, module).first->second.unwind(lookupPc, registers, *this);
    return std::nullopt;
}

} // namespace dbgr::test
