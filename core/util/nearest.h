// SPDX-License-Identifier: BSD-3-Clause
// What somebody may have meant who mistyped a name. Thread: any; pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace dbgr::util {

/// How many letters have to be put in, left out, replaced or swapped with their neighbour to make one word of the
/// other. \return `most` + 1 if there are more than `most`
[[nodiscard]] std::size_t distance(std::string_view a, std::string_view b, std::size_t most);

/// The candidate that is nearest to a word, as far as one can take it for a slip: one letter in three, at the most. The
/// first of equally near ones wins; case counts for little.
class Nearest
{
public:
    explicit Nearest(std::string_view word) : m_word(word), m_best(word.size() / 3 + 1) {}

    /// \param candidate lives as long as this
    void offer(std::string_view candidate);
    [[nodiscard]] std::optional<std::string_view> found() const { return m_found; }

private:
    std::string_view m_word;
    std::size_t m_best; ///< what is nearer wins
    std::optional<std::string_view> m_found;
};

} // namespace dbgr::util
