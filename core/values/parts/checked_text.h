// SPDX-License-Identifier: BSD-3-Clause
// What is shown of a value that was asked for: the line that Printer makes of it, or why it has none. Way: engine ->
// here -> Printer. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/print/printer.h"
#include "values/value/value_reader.h"

#include <string>

namespace dbgr::values {

/// \pre ValueReader::shown() \errors those of checkReadable()
[[nodiscard]] util::Result<std::string> checkedText(ValueReader& reader, const Value& shown, const TextLimits& limits);
/// \param language of what was computed \errors those of ValueReader::shown() and checkReadable()
[[nodiscard]] util::Result<std::string> checkedText(ValueReader& reader, const Answer& answer, Language language,
                                                    const TextLimits& limits);

} // namespace dbgr::values
