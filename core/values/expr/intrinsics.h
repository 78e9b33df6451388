// SPDX-License-Identifier: BSD-3-Clause
// The functions that Fortran itself has. A program's variable of the same name comes first. Way: Evaluator -> here.
// Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/expr/mapped_array.h"
#include "values/value/value_reader.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace dbgr::values {

struct Intrinsic
{
    std::string_view name;
    unsigned least = 1, most = 1;                                               ///< arguments
    std::function<util::Result<Answer>(ValueReader&, std::vector<Answer>)> run; ///< values as they are, not settled
    std::string_view second; ///< what its second argument may be called, as in size(a, dim=1)
    /// The same of an array that is not computed yet, which is its only argument; none: it has to be.
    std::function<util::Result<Answer>(ValueReader&, const MappedArray&)> runMapped = {};
};

/// \param name folded \returns null: there is none, or it is not known here
[[nodiscard]] const Intrinsic* findIntrinsic(std::string_view name);

/// The parts of the table.
[[nodiscard]] std::vector<Intrinsic> inquiryIntrinsics();
[[nodiscard]] std::vector<Intrinsic> reductionIntrinsics();
[[nodiscard]] std::vector<Intrinsic> elementalIntrinsics();

/// Of integer results: a default integer, or one of 8 bytes if it does not fit.
[[nodiscard]] Number countNumber(std::int64_t count);

} // namespace dbgr::values
