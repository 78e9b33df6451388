// SPDX-License-Identifier: BSD-3-Clause
// Under which addresses other nodes may reach this one. Thread: any.
#pragma once

#include "net/address.h"

#include <vector>

namespace dbgr::net {

/// The addresses (port 0) of this node's interfaces that are up, neither loopback nor link-local; IPv4 first.
[[nodiscard]] std::vector<Address> localAddresses();

} // namespace dbgr::net
