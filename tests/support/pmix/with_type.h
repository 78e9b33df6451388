// SPDX-License-Identifier: GPL-3.0-or-later
// Calls a template for a data type that is known only at run time.
#pragma once

#include "pmix/types/all_types.h"

#include <cstdlib>

namespace dbgr::test {

/// `withType(type, [&]<pmix::DataType D>() { return ...; })`. \pre isKnown(type)
template <class F>
auto withType(pmix::DataType type, F&& call)
{
    switch (type) {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    case pmix::DataType::name:                                                                                         \
        return call.template operator()<pmix::DataType::name>();
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    }
    std::abort();
}

} // namespace dbgr::test
