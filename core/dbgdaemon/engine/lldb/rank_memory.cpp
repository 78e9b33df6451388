// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_memory.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "values/values_error.h"

#include <lldb/API/SBMemoryRegionInfo.h>

#include <string_view>
#include <utility>

namespace dbgr::daemon {

RankMemory::RankMemory(lldb::SBProcess process, ByHolder byHolder) : m_process(process), m_byHolder(std::move(byHolder))
{
    constexpr std::string_view kLiving = "gdb-remote"; // the number of a core file's process may be another's by now
    if (text(process.GetPluginName()) == kLiving)
        m_direct.emplace(util::Pid(static_cast<int>(process.GetProcessID())));
}

void RankMemory::reopen()
{
    forgetRegions();
    if (m_direct)
        m_direct->reopen();
}

bool RankMemory::read(values::Address address, std::span<std::byte> out)
{
    if (m_direct && m_direct->read(util::RemoteAddress(address.value), out))
        return true;
    const bool isRefused = m_direct && m_direct->openError() != 0;
    if (isRefused && m_byHolder && m_byHolder(util::RemoteAddress(address.value), out))
        return true;
    lldb::SBError error;
    return m_process.ReadMemory(address.value, out.data(), out.size(), error) == out.size() && error.Success();
}

/// A tracer may write to what is read-only for the program; the program counts on that nobody does.
util::Result<void> RankMemory::requireWritable(std::uint64_t begin, std::uint64_t end)
{
    while (begin < end) {
        if (begin < m_region.begin || begin >= m_region.end) {
            lldb::SBMemoryRegionInfo found;
            if (m_process.GetMemoryRegionInfo(begin, found).Fail() || found.GetRegionEnd() <= begin)
                return {}; // it is not known; then writing will tell
            m_region = {found.GetRegionBase(), found.GetRegionEnd(), found.IsMapped() && found.IsWritable()};
        }
        if (!m_region.isWritable) // no address in the words: it is another one in each rank
            return util::fail(values::Errc::ReadOnly, "the memory there is read-only for the program");
        begin = m_region.end;
    }
    return {};
}

util::Result<void> RankMemory::write(values::Address address, std::span<const std::byte> bytes)
{
    DBGR_TRY(requireWritable(address.value, address.value + bytes.size()));
    lldb::SBError error;
    if (m_process.WriteMemory(address.value, bytes.data(), bytes.size(), error) == bytes.size() && error.Success())
        return {};
    return util::fail(values::Errc::ReadOnly, "the memory there cannot be written: " + text(error.GetCString()));
}

} // namespace dbgr::daemon
