// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_input.h"

#include "session/remote/links/input_refusal.h"
#include "util/string_util.h"

#include <cstdint>

namespace dbgr::session {

namespace {

util::RankSet readersOf(const std::optional<std::string>& choice, const util::RankSet& all)
{
    if (!choice)
        return util::RankSet{util::Rank(0)};
    if (*choice == "all")
        return all;
    const auto rank = util::parseNumber<std::uint32_t>(*choice);
    return rank ? util::RankSet{util::Rank(*rank)} : util::RankSet{};
}

} // namespace

util::Result<void> checkOrteInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                  const util::RankSet& all)
{
    const util::RankSet readers = readersOf(choice, all);
    if (!readers.empty() && ranks == readers)
        return util::ok();
    const std::string who = readers.empty() ? "none of its ranks" : "no others than rank " + readers.toString();
    return util::fail(
        notToThese("Open MPI 4 gives its standard input to " + who,
                   "Send it to these, or start mpirun with --stdin N for another rank, or --stdin all for "
                   "all together. With --stop=exec every rank has an input of its own."));
}

} // namespace dbgr::session
