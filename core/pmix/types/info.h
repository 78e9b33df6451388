// SPDX-License-Identifier: BSD-3-Clause
// pmix_info_t: a key, a value and flags; nearly every request carries a list of them. Thread: any; plain values.
#pragma once

#include "pmix/types/value.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::pmix {

/// pmix_info_directives_t. Send none, or kRequired; ignore what arrives (4.2 marks the last info of a list).
namespace info_flags {
inline constexpr std::uint32_t kRequired = 0x1;
inline constexpr std::uint32_t kArrayEnd = 0x2;
inline constexpr std::uint32_t kRequiredProcessed = 0x4;
inline constexpr std::uint32_t kQualifier = 0x8;
inline constexpr std::uint32_t kPersistent = 0x10;
} // namespace info_flags

struct Info
{
    Info() = default;
    Info(std::string_view theKey, Value theValue, std::uint32_t theFlags = 0)
        : key(theKey), value(std::move(theValue)), flags(theFlags)
    {}

    std::string key;
    Value value;
    std::uint32_t flags = 0;

    friend bool operator==(const Info&, const Info&) = default;
};

/// The value of the first info with that key, or null.
[[nodiscard]] const Value* find(std::span<const Info> infos, std::string_view key);

/// pmix_kval_t: how job information travels.
struct KeyValue
{
    std::string key;
    Value value;

    friend bool operator==(const KeyValue&, const KeyValue&) = default;
};

/// pmix_pdata_t: a value that somebody published, with the publisher.
struct PublishedData
{
    Proc publisher;
    std::string key;
    Value value;

    friend bool operator==(const PublishedData&, const PublishedData&) = default;
};

} // namespace dbgr::pmix
