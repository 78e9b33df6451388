// SPDX-License-Identifier: BSD-3-Clause
// Values as somebody wants to see them: print/x, with more elements, part by part. Thread: engine.
#pragma once

#include "debug/value_style.h"
#include "debug/variable.h"
#include "values/expr/answer.h"
#include "values/print/printer.h"
#include "values/value/value_reader.h"

namespace dbgr::daemon {

/// Those of one that was asked for, as far as the style says nothing else.
[[nodiscard]] values::TextLimits limitsOf(const debug::ValueStyle& style);

/// \param group as it is without a style
void applyStyle(debug::ValueGroup& group, values::ValueReader& reader, const values::Answer& answer,
                values::Language language, const debug::ValueStyle& style);

} // namespace dbgr::daemon
