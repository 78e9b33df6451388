// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_modules.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/string_util.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBSection.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace dbgr::daemon {

namespace {

/// LLDB writes it in capitals, with dashes.
std::string buildIdOf(const lldb::SBModule& module)
{
    std::string id;
    for (const char c : text(module.GetUUIDString())) {
        if (c != '-')
            id += util::lowered(c);
    }
    return id;
}

} // namespace

std::optional<values::Module> toModule(lldb::SBModule module, lldb::SBTarget target)
{
    values::Module result;
    result.begin = values::Address{LLDB_INVALID_ADDRESS};
    for (std::size_t i = 0; i < module.GetNumSections(); ++i) {
        lldb::SBSection section = module.GetSectionAtIndex(i);
        const lldb::addr_t address = section.GetLoadAddress(target);
        if (address == LLDB_INVALID_ADDRESS || section.GetByteSize() == 0)
            continue;
        if (values::Address{address} < result.begin) {
            result.begin = {address};
            result.bias = address - section.GetFileAddress();
        }
        result.end = std::max(result.end, values::Address{address + section.GetByteSize()});
    }
    if (result.end.isNull())
        return std::nullopt;
    result.path = pathOf(module.GetFileSpec());
    result.debugPath = pathOf(module.GetSymbolFileSpec());
    result.buildId = buildIdOf(module);
    return result;
}

values::DebugFileStore& debugFiles()
{
    static values::DebugFileStore store;
    return store;
}

RankModules::RankModules(lldb::SBTarget target)
{
    const std::uint32_t count = target.GetNumModules();
    for (std::uint32_t i = 0; i < count; ++i) {
        const lldb::SBModule seen = target.GetModuleAtIndex(i);
        m_seen.push_back({seen, placeOf(seen, target)});
        if (auto module = toModule(seen, target))
            m_modules.push_back(*std::move(module));
    }
}

lldb::addr_t RankModules::placeOf(lldb::SBModule module, lldb::SBTarget target)
{
    return module.GetSectionAtIndex(0).GetLoadAddress(target);
}

bool RankModules::isCurrent(lldb::SBTarget target) const
{
    if (target.GetNumModules() != m_seen.size())
        return false;
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        const lldb::SBModule module = target.GetModuleAtIndex(static_cast<std::uint32_t>(i));
        if (module != m_seen[i].module || placeOf(module, target) != m_seen[i].place)
            return false;
    }
    return true;
}

} // namespace dbgr::daemon
