// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/mpi_error_watch.h"

#include "keeper/target/process_files.h"

#include <algorithm>

namespace dbgr::keeper {

namespace {

/// Every program that has a loader has it, with the first of its libraries.
bool isLibraryOfC(const mpir::MappedFile& file)
{
    const std::string_view path = file.path;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with("libc.") || name.starts_with("libc-");
}

} // namespace

MpiErrorWatch::Facts MpiErrorWatch::Facts::of(util::Pid pid)
{
    return {[pid] { return mpir::mappedFiles(pid).value_or(std::vector<mpir::MappedFile>()); },
            [pid] { return entryOf(pid); }};
}

Process::OwnTraps MpiErrorWatch::traps()
{
    if (!m_isWanted)
        return {};
    if (std::exchange(m_isToLook, false))
        look();
    return {m_errors, m_entry};
}

void MpiErrorWatch::look()
{
    const std::vector<mpir::MappedFile> files = m_facts.files();
    m_errors.clear();
    m_hasBegun = m_hasBegun || std::ranges::any_of(files, isLibraryOfC);
    for (const mpir::MappedFile& file : files) {
        if (!isMpiLibrary(file.path))
            continue;
        m_hasBegun = true;
        for (const RemoteAddress place : m_known->placesIn(m_pid, file))
            m_errors.push_back(place);
    }
    m_entry = m_hasBegun ? std::nullopt : m_facts.entry();
}

void MpiErrorWatch::begin()
{
    m_hasBegun = true;
    m_entry.reset();
    m_isToLook = true;
}

void MpiErrorWatch::forget()
{
    m_isToLook = true;
    m_hasBegun = false;
    m_errors.clear();
    m_entry.reset();
}

} // namespace dbgr::keeper
