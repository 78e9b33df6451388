// SPDX-License-Identifier: GPL-3.0-or-later
// What the dock of ranks costs at 1,000, 10,000 and 100,000 ranks: to paint, to scroll, and when states change. Each is
// stated against a frame of 16 ms; in processor time, so that it does not matter what else the machine does. Everything
// is there that listens to ranks: grid, legend, focus selector, commands. Run it with QT_QPA_PLATFORM=offscreen.
#include "ui/ranks/rank_grid.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/ranks/focus_actions.h"
#include "ui/ranks/focus_selector.h"
#include "ui/ranks/ranks_dock.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

using namespace dbgr;
using util::RankSet;

namespace {

constexpr double kFrameMs = 16;
constexpr int kRounds = 15;

struct Bench : test::UiFixture
{
    explicit Bench(std::uint32_t ranks) : count(ranks)
    {
        bringUpRunning(ranks);
        settle();
        dock.resize(260, 400);
        dock.show();
        QCoreApplication::processEvents();
    }
    [[nodiscard]] ui::RankGrid& grid() { return *dock.findChild<ui::RankGrid*>(); }

    /// Median of some rounds. \param prepare is not counted
    void measure(const char* what, const std::function<void()>& prepare, const std::function<void()>& run) const
    {
        std::vector<double> rounds;
        for (int i = 0; i < kRounds; ++i) {
            prepare();
            const std::clock_t begin = std::clock();
            run();
            rounds.push_back(static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC);
        }
        std::sort(rounds.begin(), rounds.end());
        const double ms = rounds[rounds.size() / 2];
        std::printf("%8u  %-46s %8.3f ms  %6.2f %s\n", count, what, ms, ms / kFrameMs, ms > kFrameMs ? "!" : "");
    }
    void show()
    {
        bridge.flush();
        QCoreApplication::processEvents();
    }

    std::uint32_t count;
    ui::RanksDock dock{context};
    ui::FocusSelector selector{context};
    ui::FocusActions commands{context};
};

void paint(Bench& bench)
{
    ui::RankGrid& grid = bench.grid();
    const auto repaint = [&] { grid.viewport()->repaint(); };
    const auto nothing = [] {};
    bench.measure("paint the dock (260x400)", nothing, repaint);
    bench.dock.resize(1900, 1000);
    QCoreApplication::processEvents();
    grid.setCellSide(ui::RankLayout::kNumberSide);
    bench.measure("paint 1900x1000, cells with numbers", nothing, repaint);
    grid.setCellSide(4);
    bench.measure("paint 1900x1000, smallest cells", nothing, repaint);
    grid.setCellSide(std::nullopt);
    bench.dock.resize(260, 400);
    QCoreApplication::processEvents();
    bench.measure("scroll by a page", nothing, [&] {
        QScrollBar* const bar = grid.verticalScrollBar();
        bar->setValue(bar->value() == bar->maximum() ? 0 : bar->value() + bar->pageStep());
        QCoreApplication::processEvents();
    });
    bench.measure("resize", nothing, [&] {
        bench.dock.resize(bench.dock.width() == 260 ? 280 : 260, 400);
        QCoreApplication::processEvents();
    });
}

void change(Bench& bench)
{
    const RankSet all = bench.session->processes().all();
    RankSet even;
    std::vector<RankSet::Interval> evens;
    for (std::uint32_t i = 0; i < bench.count; i += 2)
        evens.push_back({i, i});
    even = RankSet::fromIntervals(std::move(evens));
    const auto stop = [&](const RankSet& ranks) {
        return [&bench, ranks] {
            (void)bench.session->continueRanks(bench.session->processes().standing());
            bench.settle();
            bench.fake->stop(ranks, test::breakpointHit(1));
            bench.run();
        };
    };
    const auto show = [&] { bench.show(); };
    bench.measure("one rank stops", stop(test::ranks("7")), show);
    bench.measure("all ranks stop", stop(all), show);
    bench.measure("every other rank stops", stop(even), show);
    const auto focus = [&](const RankSet& ranks) {
        return [&bench, ranks, all] {
            (void)bench.session->setFocus(all);
            bench.settle();
            QCoreApplication::processEvents();
            (void)bench.session->setFocus(ranks);
            bench.run();
        };
    };
    bench.measure("focus on one rank", focus(test::ranks("7")), show);
    bench.measure("focus on every other rank", focus(even), show);
    const auto deselect = [&] {
        bench.grid().select({});
        QCoreApplication::processEvents();
    };
    bench.measure("select all", deselect, [&] {
        bench.grid().select(all);
        QCoreApplication::processEvents();
    });
    bench.measure("select every other rank", deselect, [&] {
        bench.grid().select(even);
        QCoreApplication::processEvents();
    });
}

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    std::printf("%8s  %-46s %11s  %6s\n", "ranks", "what", "median", "frames");
    for (const std::uint32_t ranks : {1'000U, 10'000U, 100'000U}) {
        Bench bench(ranks);
        paint(bench);
        change(bench);
    }
    return 0;
}
