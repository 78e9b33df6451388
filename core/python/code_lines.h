// SPDX-License-Identifier: BSD-3-Clause
// Which line an instruction of Python's is of, by the tables that come with code: pairs of steps up to 3.9, pairs with
// gaps in 3.10, places from 3.11 on. Pure. Thread: any.
#pragma once

#include "util/python_stacks.h"

#include <cstdint>

namespace dbgr::python {

/// 0: it is of no line, or the table does not say. \param instruction as in PythonCall
[[nodiscard]] std::uint32_t lineOf(const util::PythonCode& code, std::int32_t instruction, unsigned minor);

} // namespace dbgr::python
