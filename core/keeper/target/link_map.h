// SPDX-License-Identifier: BSD-3-Clause
// What the dynamic loader of a rank says of itself (struct r_debug of <link.h>), read from outside: which libraries are
// loaded, and where it stops for debuggers. Everything read is the rank's, and hostile. Thread: one at a time.
#pragma once

#include "util/ids.h"
#include "util/process_memory.h"
#include "util/remote_address.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::keeper {

using util::RemoteAddress;

/// One entry of the loader's list.
struct LoadedObject
{
    std::string name;       ///< as the loader wrote it: may be relative, or empty (the program)
    RemoteAddress linkMap;  ///< address of the entry itself
    std::uint64_t base = 0; ///< what is added to the addresses in its file
    RemoteAddress dynamic;  ///< its dynamic section, in the rank

    friend bool operator==(const LoadedObject&, const LoadedObject&) = default;
};

struct LinkMap
{
    RemoteAddress trap;      ///< where the loader comes by before and after each change of the list
    bool consistent = false; ///< no change of the list is under way
    std::vector<LoadedObject> objects;
};

/// What of a process is not its memory.
struct ProcessFiles
{
    /// The bytes of its auxiliary vector; "" if it is not to be had.
    std::function<std::string()> auxiliaryVector;
    /// The file that is mapped at an address; "" if none is.
    std::function<std::string(RemoteAddress)> fileAt;

    /// Those of /proc/PID.
    [[nodiscard]] static ProcessFiles of(util::Pid pid);
};

class LinkMapReader
{
public:
    LinkMapReader(std::unique_ptr<util::ProcessMemory> memory, ProcessFiles files)
        : m_memory(std::move(memory)), m_files(std::move(files))
    {}

    /// Nothing while the loader has not set itself up, and of programs without one. \pre the rank is stopped
    [[nodiscard]] std::optional<LinkMap> read();
    /// Where the loader comes by; nothing as read(). Cheaper.
    [[nodiscard]] std::optional<RemoteAddress> trap();
    /// The object's file, as LLDB names it: by an absolute path where there is one.
    [[nodiscard]] std::string pathOf(const LoadedObject& object) const;
    /// The document that liblldb reads libraries from (qXfer:libraries-svr4); the program is not in it.
    [[nodiscard]] std::string listing(const LinkMap& map) const;
    /// The rank has become another program.
    void forget();

private:
    /// No program loads more.
    static constexpr std::size_t kMaxObjects = 1 << 14;
    static constexpr std::size_t kMaxName = 4096;
    static constexpr std::size_t kMaxHeaders = 256;
    static constexpr std::size_t kMaxDynamics = 1024;

    template <class T>
    [[nodiscard]] bool fetch(RemoteAddress address, T& out)
    {
        return m_memory->read(address, std::as_writable_bytes(std::span(&out, 1)));
    }
    [[nodiscard]] std::optional<RemoteAddress> findDebug();
    [[nodiscard]] std::string text(RemoteAddress address);

    std::unique_ptr<util::ProcessMemory> m_memory;
    ProcessFiles m_files;
    std::optional<RemoteAddress> m_debug; // address of r_debug, once it was found
    std::uint64_t m_loaderBase = 0;       // of the loader itself
};

} // namespace dbgr::keeper
