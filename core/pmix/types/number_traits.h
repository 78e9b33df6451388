// SPDX-License-Identifier: BSD-3-Clause
// What integers, enumerations, ids and flag sets have in common: a number. Lets values and codec treat them as one.
// Thread: any.
#pragma once

#include "pmix/types/iof_channel.h"
#include "util/strong_id.h"

#include <type_traits>
#include <utility>

namespace dbgr::pmix {

template <class T>
struct IsStrongId : std::false_type
{};
template <class Tag, class Rep>
struct IsStrongId<util::StrongId<Tag, Rep>> : std::true_type
{};

/// bool is not one: on the wire and in values it goes its own way.
template <class T>
inline constexpr bool
    kIsNumber = (std::is_integral_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T> || IsStrongId<T>::value
                || std::is_same_v<T, IofChannels>;

/// The plain integer in a number.
template <class T>
constexpr auto toInteger(T number)
{
    if constexpr (std::is_same_v<T, IofChannels>)
        return number.bits();
    else if constexpr (IsStrongId<T>::value)
        return number.value();
    else if constexpr (std::is_enum_v<T>)
        return static_cast<std::underlying_type_t<T>>(number);
    else
        return number;
}

/// The type of that integer.
template <class T>
using IntegerOf = decltype(toInteger(std::declval<T>()));

template <class T>
constexpr T fromInteger(IntegerOf<T> integer)
{
    if constexpr (std::is_same_v<T, IofChannels>)
        return IofChannels::fromBits(integer);
    else
        return static_cast<T>(integer);
}

} // namespace dbgr::pmix
