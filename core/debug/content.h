// SPDX-License-Identifier: BSD-3-Clause
// What a value holds beyond the line that shows it: by this, ranks are compared. Made in the engine, carried along with
// the text, merged with the values of other ranks. Thread: any; a value.
#pragma once

#include "util/content_hash.h"

#include <algorithm>
#include <cstdint>

namespace dbgr::debug {

/// By default the text says everything.
struct Content
{
    util::ContentHash::Value hash; ///< of all that was compared: bytes and structure
    bool partial = false;          ///< the value is larger than what is hashed
    std::uint64_t compared = 0;    ///< if partial: numbers, characters, ... that the hash speaks for, from the first on
    bool isAddress = false;        ///< what the text begins with is an address: another number in each process

    [[nodiscard]] bool sameAs(const Content& other) const { return hash == other.hash; }
    /// Takes along what another rank's equal content does not know. \pre sameAs(other)
    void join(const Content& other)
    {
        if (!other.partial)
            return;
        compared = partial ? std::min(compared, other.compared) : other.compared;
        partial = true;
    }
    friend bool operator==(const Content&, const Content&) = default;
};

} // namespace dbgr::debug
