// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/slurm_input.h"

#include "session/remote/links/input_refusal.h"
#include "util/string_util.h"

#include <charconv>

namespace dbgr::session {

namespace {

std::optional<util::Rank> asRank(const std::string& choice)
{
    std::uint32_t number = 0;
    const char* const end = choice.data() + choice.size();
    const auto [stop, error] = std::from_chars(choice.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(util::Rank(number)) : std::nullopt;
}

} // namespace

util::Result<void> checkSlurmInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                   const util::RankSet& running)
{
    const std::string startAgain = "Start srun with --input=RANK for one rank, or without --input for all.";
    if (!choice || choice == "all") {
        if (ranks.containsAll(running))
            return util::ok();
        return util::fail(
            notToThese("srun gives its input to all ranks", "Send it to all, or start srun with --input=RANK."));
    }
    const auto only = asRank(*choice);
    if (!only)
        return util::fail(notToThese("srun was started with --input=" + *choice, startAgain));
    if (ranks == util::RankSet(*only))
        return util::ok();
    return util::fail(notToThese("srun gives its input to rank " + *choice + " only", startAgain));
}

} // namespace dbgr::session
