// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/intrinsics.h"

#include <algorithm>
#include <iterator>

namespace dbgr::values {

const Intrinsic* findIntrinsic(std::string_view name)
{
    static const std::vector<Intrinsic> kIntrinsics = [] {
        std::vector<Intrinsic> all;
        for (const auto part : {inquiryIntrinsics, reductionIntrinsics, elementalIntrinsics})
            std::ranges::move(part(), std::back_inserter(all));
        return all;
    }();
    const auto found =
        std::find_if(kIntrinsics.begin(), kIntrinsics.end(), [&](const Intrinsic& one) { return one.name == name; });
    return found == kIntrinsics.end() ? nullptr : &*found;
}

Number countNumber(std::int64_t count)
{
    const bool isDefault = wrapped(count, 4, true) == count;
    return integerNumber(count, isDefault ? 4 : 8);
}

} // namespace dbgr::values
