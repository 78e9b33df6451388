// SPDX-License-Identifier: BSD-3-Clause
#include "util/nearest.h"

#include "util/string_util.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dbgr::util {

std::size_t distance(std::string_view a, std::string_view b, std::size_t most)
{
    const std::size_t longer = std::max(a.size(), b.size());
    if (longer - std::min(a.size(), b.size()) > most)
        return most + 1;
    // Rows of the table of distances between the beginnings of both.
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lowered(a[i - 1]) == lowered(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped =
                i > 1 && j > 1 && lowered(a[i - 1]) == lowered(b[j - 2]) && lowered(a[i - 2]) == lowered(b[j - 1]);
            if (swapped)
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        if (*std::min_element(row.begin(), row.end()) > most)
            return most + 1;
        std::swap(before, last);
        std::swap(last, row);
    }
    return std::min(last[b.size()], most + 1);
}

void Nearest::offer(std::string_view candidate)
{
    if (m_best == 0)
        return;
    const std::size_t far = distance(m_word, candidate, m_best - 1);
    if (far >= m_best)
        return;
    m_best = far;
    m_found = candidate;
}

} // namespace dbgr::util
