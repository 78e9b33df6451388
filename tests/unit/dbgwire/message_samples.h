// SPDX-License-Identifier: GPL-3.0-or-later
// One message of every kind, with something in every field.
#pragma once

#include "dbgwire/message.h"

#include <string>
#include <vector>

namespace dbgr::test {

struct NamedMessage
{
    std::string name; ///< also of the seed file
    dbgwire::Message message;
};

[[nodiscard]] std::vector<NamedMessage> sampleMessages();

} // namespace dbgr::test
