// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/thread_blocks.h"

#include "values/dwarf/die.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <cstdint>
#include <optional>

namespace dbgr::values {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

Address behind(Address at, std::uint64_t bytes)
{
    return at.plus(static_cast<std::int64_t>(bytes));
}

/// What the dynamic loader knows of a library's thread-local variables.
struct Entry
{
    std::uint64_t number = 0; ///< of the library; from 1 on
    std::uint64_t since = 0;
    Address library;
};

util::Result<std::optional<Entry>> entryOf(const Module& library, const ThreadLayout& layout, Address table,
                                           StopMemory& memory)
{
    constexpr std::uint64_t kMostEntries = 100'000; // what is read may be anything
    constexpr std::uint64_t kOffsetOfDynamic = 16;  // in a link_map, which <link.h> describes so far
    std::uint64_t number = 0;
    while (!table.isNull()) {
        DBGR_TRY(const std::uint64_t count, memory.getUnsigned(behind(table, layout.count), kWord));
        if (count == 0 || count > kMostEntries || number > kMostEntries)
            break;
        for (std::uint64_t i = 0; i < count; ++i, ++number) {
            const Address at = behind(table, layout.entries + i * layout.bytesOfEntry);
            DBGR_TRY(const std::uint64_t map, memory.getUnsigned(behind(at, layout.library), kWord));
            if (map == 0)
                continue;
            DBGR_TRY(const std::uint64_t dynamic, memory.getUnsigned({map + kOffsetOfDynamic}, kWord));
            if (!library.holds({dynamic}))
                continue;
            DBGR_TRY(const std::uint64_t since, memory.getUnsigned(behind(at, layout.since), kWord));
            return std::optional(Entry{number, since, {map}});
        }
        DBGR_TRY(const std::uint64_t next, memory.getUnsigned(behind(table, layout.next), kWord));
        table = {next};
    }
    return std::optional<Entry>();
}

tl::unexpected<util::Error> noneSoFar(const Module& library)
{
    return util::fail(Errc::NotAllocated, "this thread has not used the thread-local variables of " +
                                              library.path.substr(library.path.rfind('/') + 1) +
                                              " yet, so that it has none of its own");
}

} // namespace

util::Result<Address> threadBlockOf(const Module& library, Address pointer, const LoadedFiles& files,
                                    StopMemory& memory)
{
    const std::optional<LoadedFiles::ThreadTables> tables = files.threadTables();
    if (!tables)
        return util::fail(Errc::NotOurs, "it is thread-local");
    const ThreadLayout& layout = *tables->layout;
    DBGR_TRY(const std::uint64_t first, memory.getUnsigned(behind(tables->loader, layout.listInLoader), kWord));
    DBGR_TRY(const std::optional<Entry> entry, entryOf(library, layout, {first}, memory));
    if (!entry)
        return util::fail(Errc::NotRecorded, "the dynamic loader has no list of its thread-local variables");
    DBGR_TRY(const std::uint64_t distance, memory.getUnsigned(behind(entry->library, layout.distance), kWord));
    const bool isAtOnePlace = distance != 0 && distance + 1 != 0; // else it is to be decided, or in the thread's vector
    if (isAtOnePlace)
        return pointer.plus(-static_cast<std::int64_t>(distance));
    DBGR_TRY(const std::uint64_t vector, memory.getUnsigned(behind(pointer, layout.vector), kWord));
    DBGR_TRY(const std::uint64_t generation, memory.getUnsigned({vector + layout.generation}, kWord));
    if (generation < entry->since)
        return noneSoFar(library);
    const Address place{vector + entry->number * layout.bytesOfPlace + layout.place};
    DBGR_TRY(const std::uint64_t block, memory.getUnsigned(place, kWord));
    if (block == 0 || block + 1 == 0)
        return noneSoFar(library);
    return Address{block};
}

std::uint64_t offsetInThreadBlock(const Dwarf_Attribute& location, std::uint64_t recorded, const ThreadLocals& block)
{
    Dwarf_Die unit;
    std::uint8_t kind = 0;
    const bool isSplit = dwarf_cu_die(location.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) &&
                         dwarf_cu_info(location.cu, nullptr, &kind, nullptr, nullptr, nullptr, nullptr, nullptr) == 0 &&
                         kind == DW_UT_split_compile;
    const bool isInFile = recorded >= block.begin.value && recorded - block.begin.value < block.bytes;
    return isSplit && isInFile && isByGcc(Die(unit)) ? recorded - block.begin.value : recorded;
}

} // namespace dbgr::values
