// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, aligned tables and the merged stack tree as text. Pure. Thread: any.
#pragma once

#include "debug/engine_request.h"
#include "debug/stack_folding.h"
#include "debug/stack_tree.h"
#include "util/rank_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::app {

/// ANSI colours, or none. Text inside was made visible() before.
class Style
{
public:
    explicit Style(bool colours) : m_colours(colours) {}

    [[nodiscard]] std::string bold(std::string_view text) const { return wrap("1", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return wrap("2", text); }
    [[nodiscard]] std::string ranks(std::string_view text) const { return wrap("36", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return wrap("33", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return wrap("31", text); }

private:
    [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
    bool m_colours;
};

/// "[0-3]", shortened where there are many.
[[nodiscard]] std::string bracketed(const util::RankSet& ranks);

/// "1 bit", "3 bits".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view what);

/// Columns as wide as their widest cell, two blanks between them, a line end after each row.
class Table
{
public:
    using Row = std::vector<std::string>;
    void add(Row row) { m_rows.push_back(std::move(row)); }
    [[nodiscard]] std::string text(std::string_view indent = "") const;

private:
    std::vector<Row> m_rows;
};

/// What stands above the stacks of several samples; "" of one.
[[nodiscard]] std::string samplesText(std::uint32_t samples);

struct StacksLook
{
    debug::FoldedThreads helpers = {};                     ///< that were left out
    std::string_view whoShows = "'stacks all' shows them"; ///< what is said of them
    debug::StacksBy by = debug::StacksBy::Rank;
};

/// One line a node, callers above callees; only where stacks part do they move to the right.
/// \code
/// ranks  threads  stack
/// 0-3          4  main at ring.cpp:170
/// 0            1  |- work at ring.cpp:101
/// 1-3          3  `- receiveToken at ring.cpp:130
/// 1-3          3     MPI_Recv in libmpi.so.40
/// \endcode
/// By thread, the first column has them as "0-3.2-4 ring (OpenMP worker)".
[[nodiscard]] std::string drawStacks(const debug::StackTree& tree, const StacksLook& look = {});

} // namespace dbgr::app
