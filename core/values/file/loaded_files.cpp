// SPDX-License-Identifier: BSD-3-Clause
#include "values/file/loaded_files.h"

#include <utility>

namespace dbgr::values {

DebugFile* DebugFileStore::of(const Module& module)
{
    const std::string key = module.buildId.empty() ? "path:" + module.path : module.buildId;
    const auto [known, isNew] = m_files.try_emplace(key);
    if (isNew) {
        if (auto opened = DebugFile::open(module.path, module.debugPath))
            known->second = *std::move(opened);
    }
    return known->second.get();
}

LoadedFiles::LoadedFiles(DebugFileStore& store, ModuleMap& modules) : m_store(store)
{
    for (const Module& module : modules.modules())
        m_slots.push_back({&module, nullptr, false});
}

const LoadedFile* LoadedFiles::open(Slot& slot) const
{
    if (!slot.isOpen) {
        slot.isOpen = true;
        if (DebugFile* const file = m_store.of(*slot.module))
            slot.file = std::make_unique<LoadedFile>(*slot.module, *file);
    }
    return slot.file.get();
}

const LoadedFile* LoadedFiles::at(Address address) const
{
    for (Slot& slot : m_slots) {
        if (slot.module->holds(address))
            return open(slot);
    }
    return nullptr;
}

std::vector<const LoadedFile*> LoadedFiles::all() const
{
    std::vector<const LoadedFile*> result;
    for (Slot& slot : m_slots) {
        if (const LoadedFile* const file = open(slot))
            result.push_back(file);
    }
    return result;
}

} // namespace dbgr::values
