// SPDX-License-Identifier: GPL-3.0-or-later
// Where the threads of a job stand, said in a few words, and a fake backend's answers about it. Thread: the test's.
#pragma once

#include "debug/engine_request.h"
#include "debug/stack_tree.h"
#include "tests/support/session/builders.h"
#include "tests/support/session/fake_backend.h"

#include <string_view>
#include <vector>

namespace dbgr::test {

/// One thread of each of these ranks.
struct ThreadStack
{
    util::RankSet ranks;
    std::vector<debug::Frame> innermostFirst;
};

/// Lines of "0-3: main@/src/ring.cpp:185 work@/src/ring.cpp:107 read!libc.so.6": ranks, and frames from the outermost.
[[nodiscard]] std::vector<ThreadStack> threadStacks(std::string_view text);
/// Of those of `stacks` that belong to `ranks`.
/// \param by as of debug::GetStacks: threads but the first of a rank are called "worker", and one that begins in
/// gomp_thread_start is OpenMP's
[[nodiscard]] debug::StackTree stackTree(const std::vector<ThreadStack>& stacks, const util::RankSet& ranks,
                                         debug::StacksBy by = debug::StacksBy::Rank);

/// Answers questions for stacks, frames and threads; the first line that a rank is in is its leading thread, number 1.
struct StackAnswers
{
    /// Where all threads stand from now on.
    void put(std::string_view text) { threads = threadStacks(text); }
    /// \param backend must not outlive this
    void serve(FakeBackend& backend);

    std::vector<ThreadStack> threads;
    bool answers = true; ///< else questions stay under way
};

} // namespace dbgr::test
