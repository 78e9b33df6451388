// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/proctable.h"

#include "mpir/mpir_error.h"
#include "util/byte_reader.h"

#include <map>
#include <utility>

namespace dbgr::mpir {

namespace {

// MPIR_PROCDESC of a 64-bit program: char* host_name, char* executable_name, int pid, and four bytes of nothing.
constexpr std::size_t kEntryBytes = 24;
/// All texts of a table: launchers share them, or have long paths for few ranks.
constexpr std::size_t kMaxTableTextBytes = 256 * 1024 * 1024;

/// Most entries point to one of few texts.
class Texts
{
public:
    explicit Texts(Target& launcher) : m_launcher(launcher) {}

    util::Result<std::string> at(std::uint64_t address)
    {
        if (const auto known = m_known.find(address); known != m_known.end())
            return known->second;
        DBGR_TRY(std::string text, m_launcher.textAt(address));
        m_bytes += text.size();
        if (m_bytes > kMaxTableTextBytes)
            return util::fail(Errc::Damaged, "its texts are too long");
        m_known.emplace(address, text);
        return text;
    }

private:
    Target& m_launcher;
    std::map<std::uint64_t, std::string> m_known;
    std::size_t m_bytes = 0;
};

util::Result<Proctable> decode(std::span<const std::byte> bytes, Texts& texts)
{
    Proctable table;
    table.reserve(bytes.size() / kEntryBytes);
    util::ByteReader reader(bytes);
    while (reader.remaining() >= kEntryBytes) {
        const auto host = reader.host<std::uint64_t>();
        const auto executable = reader.host<std::uint64_t>();
        const auto pid = static_cast<std::int32_t>(reader.host<std::uint32_t>());
        static_cast<void>(reader.host<std::uint32_t>());
        if (host == 0 || executable == 0 || pid <= 0)
            return util::fail(Errc::NotFilled, "rank " + std::to_string(table.size()) + " has not been started");
        DBGR_TRY(std::string hostName, texts.at(host));
        DBGR_TRY(std::string program, texts.at(executable));
        table.push_back({std::move(hostName), std::move(program), util::Pid(pid)});
    }
    return table;
}

util::Result<Proctable> readAll(Target& launcher)
{
    DBGR_TRY(const std::int32_t size, launcher.number(kProctableSize));
    DBGR_TRY(const std::uint64_t address, launcher.pointer(kProctable));
    if (size == 0 || address == 0)
        return util::fail(Errc::NotFilled, "it has no processes yet");
    if (size < 0 || size > kMaxTableEntries)
        return util::fail(Errc::Damaged, "it says that it has " + std::to_string(size) + " processes");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size) * kEntryBytes);
    DBGR_TRY(launcher.read(address, bytes));
    Texts texts(launcher);
    return decode(bytes, texts);
}

} // namespace

util::Result<Proctable> readProctable(Target& launcher)
{
    return readAll(launcher).map_error(
        [](util::Error error) { return std::move(error).withContext("reading the launcher's table of processes"); });
}

} // namespace dbgr::mpir
