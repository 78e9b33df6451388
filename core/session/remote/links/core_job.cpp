// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/core_job.h"

#include "session/describe.h"
#include "session/rank_refusal.h"
#include "session/remote/links/rank_choice.h"
#include "util/rank_environment.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace dbgr::session {
namespace {

util::Error warning(std::string detail, std::string advice)
{
    return {std::make_error_code(std::errc::executable_format_error), std::move(detail), std::move(advice)};
}

class Maker
{
public:
    Maker(const std::vector<NamedCore>& cores, const std::string& program, const LookAtProgram& look)
        : m_cores(cores), m_program(program), m_look(look)
    {}

    CoreJob make(const std::string& host)
    {
        chooseRanksOfAll();
        std::vector<std::size_t> order(m_cores.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::sort(order, {}, [this](std::size_t i) { return m_choice.ranks[i]; });
        for (const std::size_t i : order) {
            const std::string executable = programOf(m_cores[i].core, m_choice.ranks[i]);
            m_made.job.ranks.push_back({m_choice.ranks[i], host, m_cores[i].core.pid, executable});
            m_made.cores.push_back({m_choice.ranks[i], m_cores[i].path, executable});
        }
        warnOfMissingRanks();
        warnOfPrograms();
        warnOfMissingBytes();
        return std::move(m_made);
    }

private:
    void warn(std::string detail, std::string advice) { m_made.warnings.push_back(warning(detail, advice)); }

    void chooseRanksOfAll()
    {
        std::vector<std::optional<util::PlaceInJob>> places;
        std::vector<std::string> names;
        for (const NamedCore& one : m_cores) {
            places.push_back(util::placeInJob(one.core.environment));
            names.push_back(baseName(one.path));
        }
        m_choice = chooseRanks(places, names);
        m_made.job.nspace = m_choice.job;
        if (!m_choice.fromEnvironment && (m_cores.size() > 1 || !m_choice.oddity.empty()))
            warn("the core files do not tell the ranks of one job" +
                     (m_choice.oddity.empty() ? "" : " (" + m_choice.oddity + ")") +
                     ": they are numbered by the order of their names",
                 "Rank 0 is " + names.front() + ", rank " + std::to_string(names.size() - 1) + " is " + names.back() +
                     ".");
    }

    void warnOfMissingRanks()
    {
        if (m_choice.jobSize == 0)
            return;
        util::RankSet missing = util::RankSet::firstN(m_choice.jobSize);
        for (const util::Rank rank : m_choice.ranks)
            missing.erase(rank);
        if (!missing.empty())
            warn("of " + ranksText(missing) + " there is no core file; the job had " +
                     std::to_string(m_choice.jobSize) + " ranks",
                 "Ranks that their launcher killed leave none.");
    }

    const ProgramFacts& factsOf(const std::string& path)
    {
        const auto [found, isNew] = m_facts.try_emplace(path);
        if (isNew)
            found->second = m_look(path);
        return found->second;
    }

    /// The user's, where that may be what the process ran; else what its core file names.
    std::string programOf(const corefile::CoreFile& core, util::Rank rank)
    {
        m_programs[core.executable].insert(rank);
        if (m_program.empty()) {
            check(core.executable, core, rank);
            return core.executable;
        }
        const std::string& id = factsOf(m_program).buildId;
        const bool sameFile = !id.empty() && id == core.buildId;
        const bool sameName = core.executable.empty() || baseName(core.executable) == baseName(m_program);
        if (!sameFile && !sameName) {
            m_foreign[core.executable].insert(rank);
            return core.executable;
        }
        check(m_program, core, rank);
        return m_program;
    }

    void check(const std::string& program, const corefile::CoreFile& core, util::Rank rank)
    {
        if (program.empty())
            return;
        const ProgramFacts& facts = factsOf(program);
        if (!facts.exists)
            m_absent[program].insert(rank);
        else if (!facts.buildId.empty() && !core.buildId.empty() && facts.buildId != core.buildId)
            m_changed[program].insert(rank);
    }

    void warnOfPrograms()
    {
        for (const auto& [program, ranks] : m_foreign)
            warn("the core files of " + ranksText(ranks) + " are of " + program + ", not of " + m_program,
                 "They are shown with their own program.");
        for (const auto& [program, ranks] : m_absent)
            warn("the program of " + ranksText(ranks) + " is not there: " + program,
                 "Name it: dbgr --core FILES PROGRAM. Without it, functions and values have no names.");
        for (const auto& [program, ranks] : m_changed)
            warn(program + " is not the file that " + ranksText(ranks) + " ran: it was built again since",
                 "Lines and values are wrong where it differs. Name the program of that time, if there is one.");
        if (m_program.empty() && m_programs.size() > 1) {
            std::string names;
            for (const auto& [program, ranks] : m_programs)
                names += (names.empty() ? "" : ", ") + (program.empty() ? "an unknown one" : program) + " (" +
                         ranksText(ranks) + ")";
            warn("the core files are of " + std::to_string(m_programs.size()) + " programs: " + names, "");
        }
    }

    void warnOfMissingBytes()
    {
        util::RankSet cut;
        for (std::size_t i = 0; i < m_cores.size(); ++i)
            if (m_cores[i].core.missingBytes > 0)
                cut.insert(m_choice.ranks[i]);
        if (!cut.empty())
            warn("the core files of " + ranksText(cut) + " are cut off: parts of the memory are not in them",
                 "Stacks may end early. Was their size limited (ulimit -c), or the disk full?");
    }

    using Programs = std::map<std::string, util::RankSet>;
    const std::vector<NamedCore>& m_cores;
    const std::string& m_program;
    const LookAtProgram& m_look;
    RankChoice m_choice;
    CoreJob m_made;
    std::map<std::string, ProgramFacts> m_facts;
    Programs m_programs; ///< as core files name them
    Programs m_foreign;  ///< of a program that the user did not name
    Programs m_absent;
    Programs m_changed;
};

} // namespace

CoreJob makeCoreJob(const std::vector<NamedCore>& cores, const std::string& program, const std::string& host,
                    const LookAtProgram& look)
{
    return Maker(cores, program, look).make(host);
}

} // namespace dbgr::session
