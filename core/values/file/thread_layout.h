// SPDX-License-Identifier: BSD-3-Clause
// How glibc keeps what libraries have for each thread, as it tells debuggers itself: by the symbols _thread_db_*, each
// of which says how large a field is and where. Read from files, once for all ranks. Thread: one at a time.
#pragma once

#include "values/target/address.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::values {

/// Where something is in what holds it, in bytes.
struct ThreadLayout
{
    // A list of tables with an entry for each library, in the dynamic loader's data.
    std::uint64_t listInLoader = 0;
    std::uint64_t count = 0, next = 0, entries = 0; ///< in a table
    std::uint64_t bytesOfEntry = 0;
    std::uint64_t since = 0, library = 0;      ///< in an entry: the generation that it is of, and its link_map
    std::uint64_t distance = 0;                ///< in a link_map: of its place from the thread's pointer
    std::uint64_t vector = 0;                  ///< in a thread's description: where the places are that it knows
    std::uint64_t bytesOfPlace = 0, place = 0; ///< in the vector
    std::uint64_t generation = 0;              ///< in its first one
};

/// Nothing where the file is not glibc's, or does not say it.
[[nodiscard]] std::optional<ThreadLayout> readThreadLayout(const std::string& cLibrary);

/// Where the dynamic loader has its data. Nothing where the file is not glibc's.
[[nodiscard]] std::optional<FileAddress> dataOfLoader(const std::string& loader);

} // namespace dbgr::values
