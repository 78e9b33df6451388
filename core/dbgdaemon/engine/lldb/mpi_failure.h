// SPDX-License-Identifier: BSD-3-Clause
// Which MPI call fails, and with what, where the MPI library is about to call the error handler (Open MPI 4 to 6, MPICH
// 4 and 5). Thread: engine.
#pragma once

#include <lldb/API/SBThread.h>

#include <string>

namespace dbgr::daemon {

struct MpiFailure
{
    std::string call;  ///< "MPI_Send"; "" it is not known
    std::string error; ///< "MPI_ERR_RANK"; "" the same
};

/// \pre the thread stands at the first instruction of a function by which the library comes to error handlers, or of
/// the one that ends the program
[[nodiscard]] MpiFailure mpiFailure(lldb::SBThread thread);

} // namespace dbgr::daemon
