// SPDX-License-Identifier: BSD-3-Clause
// What a command line of Slurm's srun says, as far as it matters to a debugger. Part of slurm_plan. Thread: any; pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::launchers {

struct SlurmCommandLine
{
    /// The value of an option: "--export=A", the "A" of "-n A", or of "-nA".
    struct Value
    {
        std::size_t argument;
        std::size_t begin; ///< of the value in it
        [[nodiscard]] std::string in(const std::vector<std::string>& argv) const
        {
            return argv[argument].substr(begin);
        }
    };

    std::optional<std::size_t> program; ///< the argument that is the program, or, with programsInFile, that file
    bool programsInFile = false;        ///< --multi-prog
    bool copiesProgram = false;         ///< --bcast: srun sends the program's file to the nodes
    bool hasParts = false;              ///< ":" stands between several programs
    std::optional<Value> input;         ///< --input, -i; of an option that is given twice, the last one
    std::optional<Value> exported;      ///< --export
    std::optional<Value> folder;        ///< --chdir, -D: the ranks' working directory
};

/// \param argv with srun in front
[[nodiscard]] SlurmCommandLine readSlurmCommandLine(const std::vector<std::string>& argv);

/// The programs of a file for --multi-prog: its lines are "0-2 ./app --option", with "#" for remarks, and go on behind
/// a backslash.
struct SlurmProgramFile
{
    std::vector<std::string> programs;
    std::string text;
    std::vector<std::size_t> places; ///< of the programs in text

    /// The file with `word` in front of each of them.
    [[nodiscard]] std::string with(std::string_view word) const;
};
[[nodiscard]] SlurmProgramFile readSlurmProgramFile(std::string text);

} // namespace dbgr::launchers
