// SPDX-License-Identifier: GPL-3.0-or-later
// A message as text with every field in it, so that two messages can be compared, and a difference read.
#pragma once

#include "dbgwire/message.h"

#include <string>

namespace dbgr::test {

[[nodiscard]] std::string toText(const dbgwire::Message& message);

} // namespace dbgr::test
