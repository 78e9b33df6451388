// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/checked_text.h"

#include "values/parts/readable.h"

#include <variant>

namespace dbgr::values {

util::Result<std::string> checkedText(ValueReader& reader, const Value& shown, const TextLimits& limits)
{
    DBGR_TRY(checkReadable(reader, shown));
    return Printer(reader, limits).text(shown);
}

util::Result<std::string> checkedText(ValueReader& reader, const Answer& answer, Language language,
                                      const TextLimits& limits)
{
    const auto* const value = std::get_if<Value>(&answer);
    if (!value)
        return Printer(reader, limits).text(answer, language);
    DBGR_TRY(const Value shown, reader.shown(*value));
    return checkedText(reader, shown, limits);
}

} // namespace dbgr::values
