// SPDX-License-Identifier: BSD-3-Clause
// Letters and texts of C and C++ as a program would spell them: 'z', L"Größe", u'\ud800'. Nothing in them can harm a
// terminal. Way: scalarText, ValueWriter -> here -> StopMemory. Thread: as StopMemory.
#pragma once

#include "values/expr/number.h"
#include "values/target/stop_memory.h"
#include "values/types/letters.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dbgr::values {

/// What one letter takes. \pre letters is not None
[[nodiscard]] unsigned unitBytes(Letters letters);

/// 'a', u8'\xc3', L'ö'; what is no character shows its number. \pre letters is not None
[[nodiscard]] std::string letterText(Int128 number, Letters letters);
/// "ab", u"ö"; characters that two units make are one. \param units whole ones only; what is left over is not shown
[[nodiscard]] std::string lettersText(std::span<const std::byte> units, Letters letters);

/// A text as far as it could be read.
struct LettersRead
{
    enum class End
    {
        Zero,  ///< of the text
        Limit, ///< there is more
        Lost   ///< the memory there cannot be read
    };
    std::vector<std::byte> units; ///< without the zero
    End end = End::Zero;
};
/// Of the text that begins there and ends before a zero. \param most units
[[nodiscard]] LettersRead readLetters(StopMemory& memory, Address begin, Letters letters, std::size_t most);
/// The units before the first zero, or all.
[[nodiscard]] std::span<const std::byte> untilZero(std::span<const std::byte> units, Letters letters);

} // namespace dbgr::values
