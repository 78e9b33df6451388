// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

std::optional<Format> formatOf(char letter)
{
    static constexpr std::array<std::pair<char, Format>, 10> kLetters{{{'x', Format::Hexadecimal},
                                                                       {'d', Format::Decimal},
                                                                       {'u', Format::Unsigned},
                                                                       {'o', Format::Octal},
                                                                       {'t', Format::Binary},
                                                                       {'c', Format::Character},
                                                                       {'f', Format::Fixed},
                                                                       {'e', Format::Scientific},
                                                                       {'a', Format::Address},
                                                                       {'s', Format::Text}}};
    const auto found =
        std::find_if(kLetters.begin(), kLetters.end(), [&](const auto& one) { return one.first == letter; });
    return found == kLetters.end() ? std::nullopt : std::optional(found->second);
}

} // namespace dbgr::values
