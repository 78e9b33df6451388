// SPDX-License-Identifier: BSD-3-Clause
// The debug information of what one process has loaded. Files are opened once for all processes (DebugFileStore), and
// when something of theirs is asked for. Thread: one at a time.
#pragma once

#include "values/file/debug_file.h"
#include "values/file/thread_layout.h"
#include "values/target/address.h"
#include "values/target/module_map.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::values {

/// Owns the files; one for a node.
class DebugFileStore
{
public:
    /// Null where the module has no debug information; that is remembered, too.
    [[nodiscard]] DebugFile* of(const Module& module);
    /// See readThreadLayout() and dataOfLoader().
    [[nodiscard]] const std::optional<ThreadLayout>& threadLayout(const Module& cLibrary);
    [[nodiscard]] std::optional<FileAddress> dataOfLoader(const Module& loader);

private:
    std::map<std::string, std::unique_ptr<DebugFile>> m_files; // by build id, or by path
    std::map<std::string, std::optional<ThreadLayout>> m_threadLayouts;
    std::map<std::string, std::optional<FileAddress>> m_loaders;
};

/// A file at its place in a process.
class LoadedFile
{
public:
    LoadedFile(const Module& module, DebugFile& file) : m_module(module), m_file(file) {}

    [[nodiscard]] const Module& module() const { return m_module; }
    [[nodiscard]] DebugFile& debug() const { return m_file; }

private:
    const Module& m_module;
    DebugFile& m_file;
};

class LoadedFiles
{
    struct Slot
    {
        const Module* module;
        std::unique_ptr<LoadedFile> file;
        bool isOpen = false;
    };

public:
    /// Files, each of them opened when it is come to, as a library's debug information may be large. For `for`.
    class Range
    {
    public:
        class Iterator
        {
        public:
            Iterator(const LoadedFiles& files, std::size_t first, std::size_t step);
            const LoadedFile* operator*() const { return m_file; }
            Iterator& operator++();
            bool operator!=(const Iterator& other) const { return m_step != other.m_step; }

        private:
            void toNextOpened();

            const LoadedFiles* m_files;
            std::size_t m_first; // this slot comes before all others
            std::size_t m_step;
            const LoadedFile* m_file = nullptr;
        };
        Range(const LoadedFiles& files, std::size_t first) : m_files(files), m_first(first) {}
        [[nodiscard]] Iterator begin() const { return {m_files, m_first, 0}; }
        [[nodiscard]] Iterator end() const { return {m_files, m_first, m_files.m_slots.size()}; }
        [[nodiscard]] const LoadedFile* front() const { return *begin(); } ///< null: none

    private:
        const LoadedFiles& m_files;
        std::size_t m_first;
    };

    /// Both outlive this, and the map does not change meanwhile.
    LoadedFiles(DebugFileStore& store, ModuleMap& modules);

    /// Null: no file is there, or it has no debug information.
    [[nodiscard]] const LoadedFile* at(Address address) const;
    /// Not a library.
    [[nodiscard]] bool isProgram(const LoadedFile& file) const
    {
        return !m_slots.empty() && m_slots.front().module == &file.module();
    }
    /// How and where the C library keeps what libraries have for each thread.
    struct ThreadTables
    {
        const ThreadLayout* layout = nullptr; ///< never null
        Address loader;                       ///< the dynamic loader's data
    };
    /// Nothing where nobody knows it: it is not glibc.
    [[nodiscard]] std::optional<ThreadTables> threadTables() const;
    /// All that have debug information, the program first.
    [[nodiscard]] Range all() const { return {*this, 0}; }
    /// The same, but this one first.
    [[nodiscard]] Range from(const LoadedFile& first) const;

private:
    [[nodiscard]] const LoadedFile* open(Slot& slot) const;

    DebugFileStore& m_store;
    mutable std::vector<Slot> m_slots;
};

} // namespace dbgr::values
