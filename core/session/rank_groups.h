// SPDX-License-Identifier: BSD-3-Clause
// Names for sets of ranks, which the user gives, and what they mean now. They outlive the job. Owned by the session,
// read by faces. Thread: the session's.
#pragma once

#include "session/group_expression.h"
#include "session/predefined_groups.h"
#include "session/process_table.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

struct RankGroup
{
    std::string name;
    GroupExpression definition;
    /// What ranks that do not follow were chosen by: "where step < 10", "crashed | 3"; "" by their numbers.
    std::string origin;

    /// Whom it has changes with the job; else it is frozen.
    [[nodiscard]] bool follows() const { return definition.follows(); }
};

/// Definitions name groups that exist, and never lead back to their own; so every group has an answer.
class RankGroups
{
public:
    static constexpr std::size_t kMaxGroups = 256;

    /// \param processes outlives this
    explicit RankGroups(const ProcessTable& processes) : m_processes(processes), m_predefined(processes) {}

    /// In the order in which they were made.
    [[nodiscard]] const std::vector<RankGroup>& all() const { return m_groups; }
    [[nodiscard]] const RankGroup* find(std::string_view name) const;
    [[nodiscard]] const PredefinedGroups& predefined() const { return m_predefined; }
    /// Whom each of all() has now, of the ranks of the job.
    [[nodiscard]] std::vector<util::RankSet> ranksOfAll() const;

    /// What the text means now; its numbers need not be of the job. \errors std::errc::invalid_argument (it is no
    /// expression), Errc::NoSuchGroup
    [[nodiscard]] util::Result<util::RankSet> read(std::string_view text) const;

    /// Whether a group can be made, or be another one, of that name. \errors Errc::BadGroup, also where there are too
    /// many
    [[nodiscard]] util::Result<void> checkNew(const std::string& name) const;

    // Each is refused as a whole.
    /// Makes a group, or another one of that name. It follows if the definition names anything but ranks.
    /// \errors as read(); Errc::BadGroup (the name, or a definition that leads back to it), Errc::NoSuchRank
    [[nodiscard]] util::Result<void> define(const std::string& name, std::string_view definition);
    /// Makes a group of these ranks, whatever becomes of them. \errors Errc::BadGroup
    [[nodiscard]] util::Result<void> freeze(const std::string& name, const util::RankSet& ranks, std::string origin);
    /// Puts ranks of the job into a group, see withRanks(). One that follows keeps following; a frozen one stays
    /// frozen, and is of numbers alone from then on. \errors Errc::BadGroup (every job has it), Errc::NoSuchGroup,
    /// Errc::NoRanks, Errc::NoSuchRank, std::errc::invalid_argument (the definition would be too long)
    [[nodiscard]] util::Result<void> add(const std::string& name, const util::RankSet& ranks);
    /// Takes ranks of the job out of a group. \errors as add()
    [[nodiscard]] util::Result<void> takeOut(const std::string& name, const util::RankSet& ranks);
    /// \errors Errc::NoSuchGroup, Errc::GroupInUse
    [[nodiscard]] util::Result<void> remove(const std::string& name);
    /// Also in the definitions of others. \errors Errc::NoSuchGroup, Errc::BadGroup
    [[nodiscard]] util::Result<void> rename(const std::string& from, const std::string& to);

private:
    /// What was worked out already, by name.
    using Known = std::map<std::string, util::RankSet, std::less<>>;
    using Edit = util::Result<GroupExpression> (*)(const GroupExpression&, const util::RankSet&);

    [[nodiscard]] util::RankSet evaluate(const GroupExpression& expression, Known& known) const;
    [[nodiscard]] util::RankSet ranksOf(const std::string& name, Known& known) const;
    [[nodiscard]] util::Result<void> checkName(const std::string& name) const;
    [[nodiscard]] util::Result<void> checkNames(const GroupExpression& expression) const;
    [[nodiscard]] util::Result<void> checkCircle(const std::string& name, const GroupExpression& expression) const;
    [[nodiscard]] util::Error noSuchGroup(std::string_view name) const;
    [[nodiscard]] util::Result<void> change(const std::string& name, const util::RankSet& ranks, Edit edit);
    void put(RankGroup group);

    const ProcessTable& m_processes;
    PredefinedGroups m_predefined;
    std::vector<RankGroup> m_groups;
};

} // namespace dbgr::session
