// SPDX-License-Identifier: GPL-3.0-or-later
// What the console costs: a million lines coming in, painting and scrolling among them, and the frames of the window
// while 100 MB pour in. Each is stated against a frame of 16 ms, in time of the processor, so that what else runs there
// does not count. Run it with QT_QPA_PLATFORM=offscreen.
#include "session/output_store.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/console/console_dock.h"
#include "ui/console/console_view.h"

#include <QApplication>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <vector>

using namespace dbgr;

namespace {

constexpr double kFrameMs = 16;
constexpr std::uint32_t kRanks = 32;

class CpuTimer
{
public:
    [[nodiscard]] double ms() const
    {
        return static_cast<double>(std::clock() - m_start) * 1000 / static_cast<double>(CLOCKS_PER_SEC);
    }

private:
    std::clock_t m_start = std::clock();
};

struct Bench : test::UiFixture
{
    Bench()
    {
        bringUpRunning(kRanks);
        settle();
        dock.resize(1366, 320);
        dock.show();
        QCoreApplication::processEvents();
    }
    /// What one frame of the window does.
    double frame()
    {
        const CpuTimer timer;
        bridge.flush();
        dock.view().viewport()->repaint();
        return timer.ms();
    }
    void readAll()
    {
        while (dock.model().isBehind())
            QCoreApplication::processEvents();
    }

    ui::ConsoleDock dock{context};
};

void report(const char* what, std::vector<double> frames)
{
    std::sort(frames.begin(), frames.end());
    const double median = frames[frames.size() / 2];
    const double high = frames[frames.size() * 99 / 100];
    std::printf("%-48s median %8.3f ms  %5.2f   99 %% %8.3f ms  %5.2f   most %8.3f ms  %5.2f\n", what, median,
                median / kFrameMs, high, high / kFrameMs, frames.back(), frames.back() / kFrameMs);
}

std::string linesOf(int chunk, int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "iteration " + std::to_string(chunk * count + i) + ": residual 1.23456e-07, token 42, converging\n";
    return lines;
}

void append(Bench& bench)
{
    constexpr int kChunks = 1000;
    std::vector<double> frames;
    double inSession = 0;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
        bench.fake->write(util::Rank(static_cast<std::uint32_t>(chunk) % kRanks), linesOf(chunk, 1000));
        const CpuTimer timer;
        bench.run();
        inSession += timer.ms();
        frames.push_back(bench.frame());
    }
    double sum = inSession;
    for (const double ms : frames)
        sum += ms;
    report("1,000 more lines, up to a million", frames);
    std::printf("%-48s %.0f lines/s; of the time %.0f %% in the session; %zu rows\n", "  that is",
                kChunks * 1000 / sum * 1000, inSession / sum * 100, bench.dock.model().rowCount());
}

void scroll(Bench& bench, const char* what)
{
    std::mt19937 random(1);
    QScrollBar* const bar = bench.dock.view().verticalScrollBar();
    std::vector<double> frames;
    for (int i = 0; i < 500; ++i) {
        const CpuTimer timer;
        bar->setValue(static_cast<int>(random() % static_cast<unsigned>(bar->maximum() + 1)));
        bench.dock.view().viewport()->repaint();
        frames.push_back(timer.ms());
    }
    bench.dock.view().scrollToEnd();
    report(what, frames);
}

void rebuild(Bench& bench)
{
    bench.dock.model().setFolded(false);
    std::vector<double> turns;
    while (bench.dock.model().isBehind()) {
        const CpuTimer timer;
        QCoreApplication::processEvents();
        turns.push_back(timer.ms());
    }
    report("unfold them all: each turn of the event loop", turns);
}

void flood(Bench& bench)
{
    constexpr std::size_t kBytes = std::size_t(100) << 20;
    constexpr std::size_t kPiece = std::size_t(64) << 10;
    const std::string line = std::string(99, 'x') + '\n';
    std::string piece;
    while (piece.size() < kPiece)
        piece += line;
    std::vector<double> frames;
    const CpuTimer all;
    CpuTimer sinceFrame;
    double longest = 0;
    for (std::size_t sent = 0; sent < kBytes; sent += piece.size()) {
        const CpuTimer timer;
        bench.fake->write(util::Rank(0), piece);
        bench.run();
        longest = std::max(longest, timer.ms());
        if (sinceFrame.ms() < kFrameMs)
            continue;
        frames.push_back(bench.frame());
        sinceFrame = {};
    }
    const double seconds = all.ms() / 1000;
    report("a frame while 100 MB pour in", frames);
    std::printf("%-48s %.0f MB/s; longest turn of the session %.3f ms\n", "  that is", 100 / seconds, longest);
    bench.readAll();
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    Bench bench;
    append(bench);
    scroll(bench, "paint at a random place among a million, 1366x320");
    bench.dock.view().setWrapped(true);
    scroll(bench, "the same, wrapped");
    bench.dock.view().setWrapped(false);
    rebuild(bench);
    flood(bench);
    scroll(bench, "paint at a random place after the flood");
    return 0;
}
