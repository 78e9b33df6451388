// SPDX-License-Identifier: BSD-3-Clause
// std::visit with one lambda a kind. Thread: any.
#pragma once

namespace dbgr::util {

template <class... Fs>
struct Overloaded : Fs...
{
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>; // clang 14 does not deduce it by itself

} // namespace dbgr::util
