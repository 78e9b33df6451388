// SPDX-License-Identifier: GPL-3.0-or-later
// One running job, attached to and left again and again. Thread: the test's.
#pragma once

namespace dbgr::test {

/// \return how many rounds were bad; what was wrong with them is on standard error
[[nodiscard]] int soakAttaches(int rounds, unsigned seed);

} // namespace dbgr::test
