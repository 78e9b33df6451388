// SPDX-License-Identifier: BSD-3-Clause
// Values as somebody wants to see them: print/x, with more elements, part by part. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/value_text.h"
#include "debug/value_style.h"
#include "debug/variable.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

#include <lldb/API/SBValue.h>

#include <string>

namespace dbgr::daemon {

/// Those of one that was asked for, as far as the style says nothing else.
[[nodiscard]] TextLimits limitsOf(const debug::ValueStyle& style);

/// Of what our own reader has read. \param group as it is without a style
void applyStyle(debug::ValueGroup& group, values::ValueReader& reader, const values::Answer& answer,
                values::Language language, const debug::ValueStyle& style);

/// Of a value of LLDB's.
[[nodiscard]] std::string styledLine(lldb::SBValue value, const debug::ValueStyle& style);

} // namespace dbgr::daemon
