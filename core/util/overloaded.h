// SPDX-License-Identifier: BSD-3-Clause
// std::visit with one lambda a kind. Thread: any.
#pragma once

namespace dbgr::util {

template <class... Fs>
struct Overloaded : Fs...
{
    using Fs::operator()...;
};

} // namespace dbgr::util
