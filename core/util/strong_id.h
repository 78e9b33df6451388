// SPDX-License-Identifier: BSD-3-Clause
// Numbers that must not be mixed up. Thread: any; plain values.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace dbgr::util {

/// A number of one kind: StrongId<struct RankTag, uint32_t> does not convert to any other kind, nor to int.
template <class Tag, class RepT>
class StrongId
{
public:
    using Rep = RepT;

    constexpr StrongId() = default;
    constexpr explicit StrongId(Rep value) : m_value(value) {}

    [[nodiscard]] constexpr Rep value() const { return m_value; }
    /// The id after this one, for whoever hands them out.
    [[nodiscard]] constexpr StrongId next() const { return StrongId(static_cast<Rep>(m_value + 1)); }

    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    Rep m_value{};
};

} // namespace dbgr::util

template <class Tag, class Rep>
struct std::hash<dbgr::util::StrongId<Tag, Rep>>
{
    std::size_t operator()(dbgr::util::StrongId<Tag, Rep> id) const { return std::hash<Rep>{}(id.value()); }
};
