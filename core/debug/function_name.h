// SPDX-License-Identifier: BSD-3-Clause
// Functions as frames have them, whoever found them: names that liblldb demangled and names that the C++ library
// demangled are spelled the same, so that frames of both fold into one. Thread: any; plain functions.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::debug {

/// "ns::f(int, char) const" -> "ns::f". File and line tell overloads apart, and a stack has room for names only.
[[nodiscard]] std::string_view withoutParameters(std::string_view name);

/// As LLVM spells it, but without what the function around it returns: "void f<a<int> >()::{lambda()#1}::operator()()
/// const"
/// -> "f<a<int>>()::'lambda'()::operator()() const". Of the expression of a decltype there is "..." only.
[[nodiscard]] std::string oneSpelling(std::string_view name);

/// Both.
[[nodiscard]] std::string shownFunction(std::string_view whole);

} // namespace dbgr::debug
