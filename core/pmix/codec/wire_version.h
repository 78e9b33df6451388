// SPDX-License-Identifier: BSD-3-Clause
// The serialisations of OpenPMIx ("bfrops modules"): which there are and how they differ. The only place that compares
// versions; one is chosen a connection, at the handshake. Thread: any; plain values.
#pragma once

#include "pmix/types/data_type.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dbgr::pmix {

/// In the order of their age. V4 and later share all encodings and differ in which types exist.
enum class WireVersion : std::uint8_t
{
    V20,
    V21,
    V3,
    V4,
    V41, ///< the best one of 4.1 to 5.0, known to 6.x too: what a tool of ours offers first
    V51,
    V61,
};

/// What a module does in its own way.
struct WireTraits
{
    /// Its name in the connect message and, as digits, in PMIX_SERVER_URI41.
    std::string_view name;
    /// Integers are of variable length; else big-endian at full width, with size_t, int and unsigned tagged.
    bool flexibleIntegers;
    /// A command takes four bytes, of which only the last counts, and the type within an info is a tagged int.
    bool wideTags;
    /// An array that is a null pointer is only the tag PMIX_UNDEF, without a size.
    bool nullArrayIsTag;
};

[[nodiscard]] const WireTraits& traits(WireVersion version);

/// True if peers that speak `version` can decode values of that type.
[[nodiscard]] bool hasType(WireVersion version, DataType type);

/// The newest version in a connect message's field: one name ("v41") or a list ("v41,v3").
[[nodiscard]] std::optional<WireVersion> wireVersionNamed(std::string_view names);

/// What to offer a server whose contact file gives this version text ("4.2.2rc2", "v6.1.0"; "" means 2.0).
/// A text that cannot be read gets V41.
[[nodiscard]] WireVersion wireVersionForServer(std::string_view versionText);

} // namespace dbgr::pmix
