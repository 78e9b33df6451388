// SPDX-License-Identifier: BSD-3-Clause
// Where the programs are in a command line of hydra's mpiexec (MPICH, MVAPICH, Intel MPI). Part of agent_plan.
// Thread: any; pure.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::launchers {

struct HydraCommandLine
{
    /// An argument that has a value, or is one: "-genvlist=A,B", or the "A,B" behind "-genvlist".
    struct Value
    {
        std::size_t argument;
        std::size_t begin; ///< of the value in it
    };

    std::vector<std::size_t> programs;       ///< the arguments that are programs; one for each part between ":"
    std::vector<Value> variableLists;        ///< of -genvlist and -envlist
    std::vector<std::size_t> noVariables;    ///< -genvnone and -envnone
    std::optional<std::string> configFile;   ///< the programs are in there
    bool marksOutput = false;                ///< lines begin with a rank, or with what the user wants there
    std::optional<std::string> stdinChoice;  ///< Intel MPI's -s
    std::vector<std::string> unknownOptions; ///< whose values were guessed
};

/// \param argv with the launcher in front \param isProgram whether there is such a program, asked only to tell the
/// value of an option that we do not know from a program
[[nodiscard]] HydraCommandLine readHydraCommandLine(const std::vector<std::string>& argv,
                                                    const std::function<bool(const std::string&)>& isProgram);

} // namespace dbgr::launchers
