// SPDX-License-Identifier: BSD-3-Clause
// Thread: as ValueReader; a plain function.
#pragma once

#include "util/result.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

namespace dbgr::values {

/// Whether there is anything to show of a value: a scalar can be read, both ends of an array or a record are there, and
/// what a library's object holds is plausible. \pre settled
/// \errors those of ValueReader::read() and Containers::open()
[[nodiscard]] util::Result<void> checkReadable(ValueReader& reader, const Value& settled);

} // namespace dbgr::values
