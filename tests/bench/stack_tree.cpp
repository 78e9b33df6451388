// SPDX-License-Identifier: GPL-3.0-or-later
// What a stop of 10,000 ranks costs the tree of their stacks, against a frame of the screen: the first tree, a step
// that moves half of the ranks to the next line, and a stop where all stand elsewhere.
#include "tests/support/ui/stack_job.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/stacks/stack_tree_model.h"
#include "ui/stacks/stacks_dock.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace dbgr;

namespace {

constexpr std::uint32_t kRanks = 10000;
constexpr double kFrameMs = 16;
constexpr int kRuns = 9;

/// Where rank r stands: one of some 200 places below main() that neighbours do not share, so that sets are ragged.
debug::StackTree makeTree(std::uint32_t seed, std::uint32_t movedBelow)
{
    debug::StackTree tree;
    for (std::uint32_t r = 0; r < kRanks; ++r) {
        const std::uint32_t place = (r * 2654435761U + seed) >> 8;
        const std::uint32_t phase = place % 8;
        const std::uint32_t kernel = place / 8 % 5;
        const std::uint32_t line = 100 + place / 40 % 5 + (r % 2 < movedBelow ? 1 : 0);
        const std::vector<debug::Frame> frames{
            test::frame("kernel" + std::to_string(kernel) + "(double*, int)", "/src/kernels.cpp", line),
            test::frame("phase" + std::to_string(phase) + "(State&)", "/src/phases.cpp", 10 * phase + kernel),
            test::frame("step(State&)", "/src/solver.cpp", 70 + phase),
            test::frame("solve(State&)", "/src/solver.cpp", 41),
            test::frame("main", "/src/main.cpp", 12),
            test::frame("__libc_start_main"),
            test::frame("_start"),
        };
        tree.add(util::Rank(r), frames);
    }
    return tree;
}

std::size_t countNodes(const std::vector<debug::StackNode>& nodes)
{
    std::size_t count = nodes.size();
    for (const debug::StackNode& node : nodes)
        count += countNodes(node.children);
    return count;
}

double milliseconds(const std::function<void()>& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void print(const char* what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    std::printf("  %-44s %8.2f ms  %5.2f frames (worst %.2f ms)\n", what, median, median / kFrameMs, times.back());
}

/// A job that stops again and again, and answers with the tree that is put in.
struct Job : test::UiFixture
{
    Job()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (std::holds_alternative<debug::GetStacks>(command.request))
                asked = true;
            return std::nullopt;
        };
        bringUpRunning(kRanks);
        settle();
    }
    /// All stop at `tree`; \return what it costs from the answer to the rows, in milliseconds.
    double stopAt(const debug::StackTree& tree)
    {
        (void)session->continueRanks(session->focus());
        settle();
        asked = false;
        fake->stop(util::RankSet::firstN(kRanks), test::breakpointHit(1));
        settle();
        if (!asked)
            std::puts("  the tree was not asked for");
        fake->reply(fake->last<debug::GetStacks>().id, debug::EngineReply{debug::StacksReply{tree}, {}});
        return milliseconds([this] { run(); });
    }

    bool asked = false;
};

struct Times
{
    std::vector<double> first, step, other, paint;
};

/// \param look makes the view, or only its model; \param paint shows the news
template <class View>
Times measure(const std::function<std::unique_ptr<View>(Job&)>& look, const std::function<void(View&)>& paint)
{
    const debug::StackTree before = makeTree(1, 0);
    const debug::StackTree stepped = makeTree(1, 1);
    const debug::StackTree elsewhere = makeTree(7777, 0);
    Times times;
    for (int i = 0; i < kRuns; ++i) {
        Job job;
        const std::unique_ptr<View> view = look(job);
        times.first.push_back(job.stopAt(before));
        paint(*view);
        times.step.push_back(job.stopAt(stepped));
        times.paint.push_back(milliseconds([&] { paint(*view); }));
        times.other.push_back(job.stopAt(elsewhere));
    }
    return times;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    std::printf("stack tree of %u ranks, %zu nodes; a frame is %.0f ms\n", kRanks, countNodes(makeTree(1, 0).roots()),
                kFrameMs);

    const Times model = measure<ui::StackTreeModel>(
        [](Job& job) {
            auto made = std::make_unique<ui::StackTreeModel>(job.bridge, job.place);
            made->setActive(true);
            return made;
        },
        [](ui::StackTreeModel&) {});
    std::puts("model alone, from the answer to the rows:");
    print("first tree", model.first);
    print("step: half of the ranks on the next line", model.step);
    print("all ranks elsewhere", model.other);

    const Times dock = measure<ui::StacksDock>(
        [](Job& job) {
            auto made = std::make_unique<ui::StacksDock>(job.context);
            made->resize(300, 500);
            made->show();
            QApplication::processEvents();
            return made;
        },
        [](ui::StacksDock& shown) {
            QApplication::processEvents();
            shown.repaint();
        });
    std::puts("with the dock open:");
    print("first tree", dock.first);
    print("step: half of the ranks on the next line", dock.step);
    print("painting it", dock.paint);
    print("all ranks elsewhere", dock.other);
    return 0;
}
