// SPDX-License-Identifier: BSD-3-Clause
// Each in a file of its own. Way: families() -> here. Thread: any; constant.
#pragma once

#include "values/containers/layout.h"

namespace dbgr::values {

[[nodiscard]] const Family& textFamily();
[[nodiscard]] const Family& viewFamily();
[[nodiscard]] const Family& bitVectorFamily();
[[nodiscard]] const Family& bitsetFamily();
[[nodiscard]] const Family& vectorFamily();
[[nodiscard]] const Family& arrayFamily();
[[nodiscard]] const Family& spanFamily();
[[nodiscard]] const Family& countedFamily();
[[nodiscard]] const Family& dequeFamily();
[[nodiscard]] const Family& listFamily();
[[nodiscard]] const Family& forwardListFamily();
[[nodiscard]] const Family& treeFamily();
[[nodiscard]] const Family& hashTableFamily();
[[nodiscard]] const Family& adaptorFamily();
[[nodiscard]] const Family& wrapperFamily();
[[nodiscard]] const Family& pairFamily();
[[nodiscard]] const Family& tupleFamily();
[[nodiscard]] const Family& uniquePointerFamily();
[[nodiscard]] const Family& sharedPointerFamily();
[[nodiscard]] const Family& optionalFamily();
[[nodiscard]] const Family& variantFamily();
[[nodiscard]] const Family& anyFamily();
[[nodiscard]] const Family& plainFamily();
[[nodiscard]] const Family& referenceFamily();
[[nodiscard]] const Family& matrixFamily();
[[nodiscard]] const Family& kokkosFamily();

} // namespace dbgr::values
