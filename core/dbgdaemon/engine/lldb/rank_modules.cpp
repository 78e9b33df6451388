// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_modules.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/string_util.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBSection.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

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

/// Of all ranks. Null: it cannot be read, is another one by now, or LLDB has names of its code from elsewhere.
values::CodeFile* codeFileOf(const values::Module& module)
{
    static std::map<std::string, std::unique_ptr<values::CodeFile>> files; // of the engine thread
    if (!module.debugPath.empty() && module.debugPath != module.path)
        return nullptr;
    const auto [known, isNew] = files.try_emplace(module.path + "\n" + module.buildId);
    if (isNew)
        known->second = values::CodeFile::open(module.path, debugFiles());
    if (known->second && known->second->buildId() != module.buildId)
        known->second = nullptr;
    return known->second.get();
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
        if (auto module = toModule(seen, target)) {
            m_modules.push_back(*std::move(module));
            m_names.push_back(text(seen.GetPlatformFileSpec().GetFilename()));
        }
    }
}

const values::CodeMap& RankModules::code()
{
    if (m_code)
        return *m_code;
    std::vector<values::CodeRange> ranges;
    for (std::size_t i = 0; i < m_modules.size(); ++i) {
        const values::Module& module = m_modules[i];
        ranges.push_back({module.begin, module.end, module.bias, nullptr, m_names[i]});
    }
    return m_code.emplace(std::move(ranges), [this](const values::CodeRange& range) {
        const auto module = std::ranges::find(m_modules, range.begin, &values::Module::begin);
        return module != m_modules.end() ? codeFileOf(*module) : nullptr;
    });
}

const std::shared_ptr<const values::LoadedFiles>& RankModules::files()
{
    if (!m_files)
        m_files = std::make_shared<const values::LoadedFiles>(debugFiles(), *this);
    return m_files;
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
