// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/mpi_failure.h"

#include "dbgdaemon/engine/lldb/call_arguments.h"

#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBModule.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dbgr::daemon {

namespace {

// Error classes from 1 on, as the libraries' mpi.h number them; "-" no class has the number.
constexpr std::string_view kClassesOfOpenMpi =
    "ERR_BUFFER ERR_COUNT ERR_TYPE ERR_TAG ERR_COMM ERR_RANK ERR_REQUEST ERR_ROOT ERR_GROUP ERR_OP ERR_TOPOLOGY "
    "ERR_DIMS ERR_ARG ERR_UNKNOWN ERR_TRUNCATE ERR_OTHER ERR_INTERN ERR_IN_STATUS ERR_PENDING ERR_ACCESS "
    "ERR_AMODE ERR_ASSERT ERR_BAD_FILE ERR_BASE ERR_CONVERSION ERR_DISP ERR_DUP_DATAREP ERR_FILE_EXISTS "
    "ERR_FILE_IN_USE ERR_FILE ERR_INFO_KEY ERR_INFO_NOKEY ERR_INFO_VALUE ERR_INFO ERR_IO ERR_KEYVAL ERR_LOCKTYPE "
    "ERR_NAME ERR_NO_MEM ERR_NOT_SAME ERR_NO_SPACE ERR_NO_SUCH_FILE ERR_PORT ERR_QUOTA ERR_READ_ONLY "
    "ERR_RMA_CONFLICT ERR_RMA_SYNC ERR_SERVICE ERR_SIZE ERR_SPAWN ERR_UNSUPPORTED_DATAREP "
    "ERR_UNSUPPORTED_OPERATION ERR_WIN T_ERR_MEMORY T_ERR_NOT_INITIALIZED T_ERR_CANNOT_INIT T_ERR_INVALID_INDEX "
    "T_ERR_INVALID_ITEM T_ERR_INVALID_HANDLE T_ERR_OUT_OF_HANDLES T_ERR_OUT_OF_SESSIONS T_ERR_INVALID_SESSION "
    "T_ERR_CVAR_SET_NOT_NOW T_ERR_CVAR_SET_NEVER T_ERR_PVAR_NO_STARTSTOP T_ERR_PVAR_NO_WRITE T_ERR_PVAR_NO_ATOMIC "
    "ERR_RMA_RANGE ERR_RMA_ATTACH ERR_RMA_FLAVOR ERR_RMA_SHARED T_ERR_INVALID T_ERR_INVALID_NAME ERR_PROC_ABORTED "
    "ERR_PROC_FAILED ERR_PROC_FAILED_PENDING ERR_REVOKED ERR_SESSION ERR_VALUE_TOO_LARGE ERR_ERRHANDLER "
    "T_ERR_NOT_ACCESSIBLE T_ERR_NOT_SUPPORTED ERR_ABI";
constexpr std::string_view kClassesOfMpich =
    "ERR_BUFFER ERR_COUNT ERR_TYPE ERR_TAG ERR_COMM ERR_RANK ERR_ROOT ERR_GROUP ERR_OP ERR_TOPOLOGY ERR_DIMS "
    "ERR_ARG ERR_UNKNOWN ERR_TRUNCATE ERR_OTHER ERR_INTERN ERR_IN_STATUS ERR_PENDING ERR_REQUEST ERR_ACCESS "
    "ERR_AMODE ERR_BAD_FILE ERR_CONVERSION ERR_DUP_DATAREP ERR_FILE_EXISTS ERR_FILE_IN_USE ERR_FILE ERR_INFO "
    "ERR_INFO_KEY ERR_INFO_VALUE ERR_INFO_NOKEY ERR_IO ERR_NAME ERR_NO_MEM ERR_NOT_SAME ERR_NO_SPACE "
    "ERR_NO_SUCH_FILE ERR_PORT ERR_QUOTA ERR_READ_ONLY ERR_SERVICE ERR_SPAWN ERR_UNSUPPORTED_DATAREP "
    "ERR_UNSUPPORTED_OPERATION ERR_WIN ERR_BASE ERR_LOCKTYPE ERR_KEYVAL ERR_RMA_CONFLICT ERR_RMA_SYNC ERR_SIZE "
    "ERR_DISP ERR_ASSERT - ERR_RMA_RANGE ERR_RMA_ATTACH ERR_RMA_SHARED ERR_RMA_FLAVOR T_ERR_MEMORY "
    "T_ERR_NOT_INITIALIZED T_ERR_CANNOT_INIT T_ERR_INVALID_INDEX T_ERR_INVALID_ITEM T_ERR_INVALID_HANDLE "
    "T_ERR_OUT_OF_HANDLES T_ERR_OUT_OF_SESSIONS T_ERR_INVALID_SESSION T_ERR_CVAR_SET_NOT_NOW T_ERR_CVAR_SET_NEVER "
    "T_ERR_PVAR_NO_STARTSTOP T_ERR_PVAR_NO_WRITE T_ERR_PVAR_NO_ATOMIC T_ERR_INVALID_NAME T_ERR_INVALID "
    "ERR_SESSION ERR_PROC_ABORTED ERR_VALUE_TOO_LARGE T_ERR_NOT_SUPPORTED T_ERR_NOT_ACCESSIBLE ERR_ERRHANDLER "
    "ERR_ABI";

constexpr std::string_view kOfOpenMpi = "ompi_";
constexpr std::string_view kHandlerOfOpenMpi = "ompi_mpi_errors_"; // one that ends the program
constexpr std::uint32_t kClassBitsOfMpich = 0x7f; // what else is in a code of MPICH tells more of the error

std::string className(std::string_view classes, std::uint32_t number)
{
    for (std::uint32_t before = 1; before < number && !classes.empty(); ++before)
        classes.remove_prefix(std::min(classes.find(' '), classes.size() - 1) + 1);
    const std::string_view name = classes.substr(0, classes.find(' '));
    if (number == 0 || name.empty() || name == "-")
        return "error " + std::to_string(number);
    return "MPI_" + std::string(name);
}

/// "MPI_Send" of "PMPI_Send" and of "internal_Send"; "" it is no name of a call.
std::string callName(std::string name)
{
    for (const std::string_view prefix : {"PMPI_", "internal_", "MPI_"}) {
        if (name.starts_with(prefix) && name.find_first_of(" :") == std::string::npos)
            return "MPI_" + name.substr(prefix.size());
    }
    return {};
}

struct CodeAndCall
{
    std::optional<std::uint64_t> code;
    std::optional<std::string> call;
};

/// As the function is called with them. Those of MPICH have one form, and not all of them have a name.
CodeAndCall codeAndCall(CallArguments arguments, std::string_view function)
{
    if (function.starts_with(kHandlerOfOpenMpi)) {
        const auto place = arguments.word(1);
        return {place ? arguments.wordAt(*place) : std::nullopt, arguments.text(2)};
    }
    if (function.starts_with(kOfOpenMpi))
        return {arguments.word(3), arguments.text(4)};
    return {arguments.word(2), arguments.text(1)};
}

} // namespace

MpiFailure mpiFailure(lldb::SBThread thread)
{
    lldb::SBFrame frame = thread.GetFrameAtIndex(0);
    const char* const function = frame.GetSymbol().GetName();
    const char* const library = frame.GetModule().GetFileSpec().GetFilename();
    if (!function || !library)
        return {};
    const auto [code, call] = codeAndCall(CallArguments(thread), function);
    const bool isOpenMpi = std::string_view(function).starts_with(kOfOpenMpi);
    MpiFailure failure;
    failure.call = call ? callName(*call) : std::string();
    // Programs of the standard ABI have other numbers.
    if (code && !std::string_view(library).starts_with("libmpi_abi")) {
        const auto number = static_cast<std::uint32_t>(*code);
        failure.error =
            isOpenMpi ? className(kClassesOfOpenMpi, number) : className(kClassesOfMpich, number & kClassBitsOfMpich);
    }
    return failure;
}

} // namespace dbgr::daemon
