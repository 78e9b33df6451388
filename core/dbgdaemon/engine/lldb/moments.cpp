// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/moments.h"

#include "dbgdaemon/engine/lldb/call_arguments.h"
#include "dbgdaemon/engine/lldb/mpi_failure.h"
#include "dbgdaemon/engine/lldb/thrown.h"
#include "dbgdaemon/engine/sanitizer_report.h"

#include <lldb/API/SBFrame.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace dbgr::daemon {

namespace {

using Happening = debug::Moment::What;

constexpr const char* kThrow[] = {"__cxa_throw"};
constexpr const char* kCatch[] = {"__cxa_begin_catch"};
constexpr const char* kRethrow[] = {"__cxa_rethrow"};
constexpr const char* kMpiError[] = {"ompi_errhandler_invoke", "MPIR_Err_return_comm", "MPIR_Err_return_win",
                                     "MPIR_Err_return_session", "MPIR_Err_return_group"};
constexpr const char* kMpiAbort[] = {"PMPI_Abort"}; // MPI_Abort is another name of it
constexpr const char* kExit[] = {"_exit"};          // exit(), and the return from main, end there
constexpr const char* kFork[] = {"fork", "vfork", "posix_spawn", "posix_spawnp"};
// The one has the summary of its report; the sanitizer of undefined behaviour makes none unless it is asked to.
constexpr const char* kLoad[] = {"dlopen", "dlmopen"};
constexpr const char* kExec[] = {"execve", "fexecve"}; // all others call the first
constexpr const char* kSanitizer[] = {"__sanitizer_report_error_summary", "__ubsan_on_report"};

std::string number(std::optional<std::uint64_t> word)
{
    return word ? std::to_string(static_cast<std::int32_t>(*word)) : std::string("a number that cannot be read");
}

std::string exceptionText(const char* done, const std::string& type)
{
    return done + (type.empty() ? "an exception" : type);
}

MomentFacts failureFacts(lldb::SBThread thread)
{
    const MpiFailure failure = mpiFailure(thread);
    return {failure.call, (failure.call.empty() ? "an MPI call" : failure.call) + " fails" +
                              (failure.error.empty() ? "" : " with " + failure.error)};
}

MomentFacts forkFacts(lldb::SBThread thread)
{
    const char* const function = thread.GetFrameAtIndex(0).GetSymbol().GetName();
    const auto program = function && std::string_view(function).find("spawn") != std::string_view::npos
                             ? CallArguments(thread).text(1)
                             : std::nullopt;
    return {{}, program ? "starts " + *program : "forks"};
}

MomentFacts loadFacts(lldb::SBThread thread)
{
    const char* const function = thread.GetFrameAtIndex(0).GetSymbol().GetName();
    const bool hasSpace = function && std::string_view(function) == "dlmopen";
    std::string file = CallArguments(thread).text(hasSpace ? 1 : 0).value_or("");
    std::string words = "loads " + (file.empty() ? "nothing new" : file); // without a name it means the program itself
    return {std::move(file), std::move(words)};
}

/// "AddressSanitizer: heap-use-after-free ring.cpp:41 in work: freed memory"
std::string reportText(lldb::SBThread thread)
{
    const char* const function = thread.GetFrameAtIndex(0).GetSymbol().GetName();
    if (function && std::string_view(function).find("ubsan") != std::string_view::npos)
        return "UndefinedBehaviorSanitizer reports an error";
    return reportWords(CallArguments(thread).text(0).value_or("a sanitizer reports an error"));
}

} // namespace

std::span<const char* const> functionsOf(Happening what)
{
    switch (what) {
    case Happening::Throw:
        return kThrow;
    case Happening::Catch:
        return kCatch;
    case Happening::Rethrow:
        return kRethrow;
    case Happening::MpiError:
        return kMpiError;
    case Happening::MpiAbort:
        return kMpiAbort;
    case Happening::Exit:
        return kExit;
    case Happening::Fork:
        return kFork;
    case Happening::Load:
        return kLoad;
    case Happening::Exec:
        return kExec;
    case Happening::SystemCall:
        return {}; // CallTable has them
    case Happening::Sanitizer:
        break;
    }
    return kSanitizer;
}

const char* whatIsMissing(Happening what)
{
    switch (what) {
    case Happening::Throw:
    case Happening::Catch:
    case Happening::Rethrow:
        return "no run-time library of C++ is loaded so far";
    case Happening::MpiError:
    case Happening::MpiAbort:
        return "neither Open MPI nor MPICH is loaded so far";
    case Happening::Exit:
    case Happening::Fork:
    case Happening::Load:
    case Happening::Exec:
    case Happening::SystemCall:
        return "no C library is loaded so far";
    case Happening::Sanitizer:
        break;
    }
    return "no sanitizer is loaded so far";
}

MomentFacts factsOf(lldb::SBThread thread, Happening what)
{
    switch (what) {
    case Happening::Throw: {
        std::string type = thrownType(thread);
        return {type, exceptionText("threw ", type)};
    }
    case Happening::Catch: {
        std::string type = caughtType(thread);
        return {type, exceptionText("caught ", type)};
    }
    case Happening::Rethrow:
        return {{}, exceptionText("threw once more ", {})};
    case Happening::MpiError:
        return failureFacts(thread);
    case Happening::MpiAbort:
        return {{}, "calls MPI_Abort with " + number(CallArguments(thread).word(1))};
    case Happening::Exit:
        return {{}, "exits with status " + number(CallArguments(thread).word(0))};
    case Happening::Fork:
        return forkFacts(thread);
    case Happening::Load:
        return loadFacts(thread);
    case Happening::Exec:
        return {{}, "executes " + CallArguments(thread).text(0).value_or("another program")};
    case Happening::SystemCall: // is none of a function
    case Happening::Sanitizer:
        break;
    }
    return {{}, reportText(thread)};
}

bool isAt(const debug::Moment& moment, lldb::SBThread thread)
{
    if (moment.only.empty())
        return true;
    const std::string subject = factsOf(thread, moment.what).subject;
    return subject == moment.only || subject.ends_with("::" + moment.only) || subject.ends_with("/" + moment.only) ||
           (subject.empty() && moment.what != Happening::Load);
}

} // namespace dbgr::daemon
