// SPDX-License-Identifier: BSD-3-Clause
// The variables that an expression may name, in one frame of one rank. Way: Evaluator -> Names. Thread: as Value.
#pragma once

#include "util/result.h"
#include "values/value/value.h"

#include <string_view>

namespace dbgr::values {

class Names
{
public:
    virtual ~Names() = default;

    /// A visible variable; not settled. In Fortran the name is folded. \errors NoSuchName, and what keeps it from sight
    [[nodiscard]] virtual util::Result<Value> find(std::string_view name) = 0;
    /// \param scope a module, or "a::b"; "" for what is outside of all namespaces \errors as find()
    [[nodiscard]] virtual util::Result<Value> findIn(std::string_view scope, std::string_view name) = 0;
    [[nodiscard]] virtual bool isModule(std::string_view name) = 0;
};

} // namespace dbgr::values
