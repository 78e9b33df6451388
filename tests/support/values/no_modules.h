// SPDX-License-Identifier: GPL-3.0-or-later
// A process that has loaded nothing: for values whose types are made by hand. Thread: the test's.
#pragma once

#include "values/target/module_map.h"

namespace dbgr::test {

class NoModules final : public values::ModuleMap
{
public:
    [[nodiscard]] std::span<const values::Module> modules() override { return {}; }
};

} // namespace dbgr::test
