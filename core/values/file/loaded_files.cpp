// SPDX-License-Identifier: BSD-3-Clause
#include "values/file/loaded_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

std::string keyOf(const Module& module)
{
    return module.buildId.empty() ? "path:" + module.path : module.buildId;
}

} // namespace

DebugFile* DebugFileStore::of(const Module& module)
{
    const auto [known, isNew] = m_files.try_emplace(keyOf(module));
    if (isNew) {
        if (auto opened = DebugFile::open(module.path, module.debugPath))
            known->second = *std::move(opened);
    }
    return known->second.get();
}

const std::optional<ThreadLayout>& DebugFileStore::threadLayout(const Module& cLibrary)
{
    const auto [known, isNew] = m_threadLayouts.try_emplace(keyOf(cLibrary));
    if (isNew)
        known->second = readThreadLayout(cLibrary.path);
    return known->second;
}

std::optional<FileAddress> DebugFileStore::dataOfLoader(const Module& loader)
{
    const auto [known, isNew] = m_loaders.try_emplace(keyOf(loader));
    if (isNew)
        known->second = values::dataOfLoader(loader.path);
    return known->second;
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

std::optional<LoadedFiles::ThreadTables> LoadedFiles::threadTables() const
{
    ThreadTables tables;
    for (const Slot& slot : m_slots) {
        const std::string_view path = slot.module->path;
        const std::string_view name = path.substr(path.rfind('/') + 1);
        // Before glibc 2.34 threads were in a library of their own.
        const bool isC = name.starts_with("libc.so") || name.starts_with("libc-") || name.starts_with("libpthread");
        const bool isLoader = name.starts_with("ld-") || name.starts_with("ld.so") || name.starts_with("ld64.so");
        if (isC && !tables.layout) {
            const std::optional<ThreadLayout>& layout = m_store.threadLayout(*slot.module);
            tables.layout = layout ? &*layout : nullptr;
        }
        const auto data = isLoader ? m_store.dataOfLoader(*slot.module) : std::nullopt;
        if (data)
            tables.loader = slot.module->inProcess(*data);
    }
    return tables.layout && !tables.loader.isNull() ? std::optional(tables) : std::nullopt;
}

LoadedFiles::Range LoadedFiles::from(const LoadedFile& first) const
{
    const auto found =
        std::find_if(m_slots.begin(), m_slots.end(), [&](const Slot& slot) { return slot.module == &first.module(); });
    return {*this, found == m_slots.end() ? 0 : static_cast<std::size_t>(found - m_slots.begin())};
}

LoadedFiles::Range::Iterator::Iterator(const LoadedFiles& files, std::size_t first, std::size_t step)
    : m_files(&files), m_first(first), m_step(step)
{
    toNextOpened();
}

LoadedFiles::Range::Iterator& LoadedFiles::Range::Iterator::operator++()
{
    ++m_step;
    toNextOpened();
    return *this;
}

void LoadedFiles::Range::Iterator::toNextOpened()
{
    std::vector<Slot>& slots = m_files->m_slots;
    for (m_file = nullptr; m_step < slots.size(); ++m_step) {
        const std::size_t slot = m_step == 0 ? m_first : m_step <= m_first ? m_step - 1 : m_step;
        m_file = m_files->open(slots[slot]);
        if (m_file)
            return;
    }
}

} // namespace dbgr::values
