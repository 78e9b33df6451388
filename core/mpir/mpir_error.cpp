// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/mpir_error.h"

#include "util/error_category.h"

namespace dbgr::mpir {

namespace {

const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::NoTable:
        return "the launcher keeps no table of its processes";
    case Errc::NotFilled:
        return "the launcher has not started all its processes yet";
    case Errc::Damaged:
        return "the launcher's table of processes makes no sense";
    case Errc::ThirtyTwoBit:
        return "the launcher is a 32-bit program";
    case Errc::NotElf:
        return "not a program or library of this machine";
    }
    return nullptr;
}

} // namespace

std::error_code make_error_code(Errc code)
{
    static const util::ErrorCategory category("mpir", meaning);
    return {static_cast<int>(code), category};
}

} // namespace dbgr::mpir
