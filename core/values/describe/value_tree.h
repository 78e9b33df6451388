// SPDX-License-Identifier: BSD-3-Clause
// A value part by part, for programs. Way: engine -> here -> ValueReader. Thread: as ValueReader.
#pragma once

#include "debug/value_tree.h"
#include "values/expr/answer.h"
#include "values/print/printer.h"
#include "values/value/value_reader.h"

namespace dbgr::values {

/// \param limits depth and children; its bytes are those of one scalar's text
[[nodiscard]] debug::ValueTree treeOf(ValueReader& reader, const Answer& answer, Language language,
                                      const TextLimits& limits, Format format);

} // namespace dbgr::values
