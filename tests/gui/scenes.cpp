// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/scenes.h"

namespace dbgr::test {

namespace action = ui::action;

std::uint32_t stopAtToken(Photographer& job)
{
    WindowRun& run = job.run;
    const std::uint32_t line = job.source.lineWith("const Token token = passToken");
    job.source.clickMargin(line);
    run.command(action::kContinue);
    job.need(run.untilHappened("What is the token's name?"));
    run.command("dock.console");
    run.type("torch");
    run.key(Qt::Key_Return);
    job.need(run.untilStopped());
    job.need(job.source.untilLeadingAt(line));
    return line;
}

void addWatch(Photographer& job, const QString& expression)
{
    job.run.command("dock.watches");
    job.run.key(Qt::Key_Insert);
    job.run.type(expression);
    job.run.key(Qt::Key_Return);
}

void takeCrash(const Look& look)
{
    Photographer job(look);
    job.launchHeld(8, {"--crash", "5"});
    job.run.command(action::kContinue);
    job.need(job.run.notice("crashed"));
    job.need(job.source.untilLeadingAt(job.source.lineWith("lastVisit->sum")));
    job.take("crash");
}

void takeManyRanks(const Look& look)
{
    Photographer job(look);
    job.launchHeld(64, {"--laps", "2"});
    job.source.clickMargin(job.source.lineWith("state.samples.push_back(value)"));
    job.run.command(action::kContinue);
    job.need(job.run.untilStopped());
    job.take("64-ranks");
}

void takeDocks(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.launchHeld(16, {"--laps", "3", "--ask"});
    (void)stopAtToken(job);
    addWatch(job, "state.rank * 10");
    addWatch(job, "state.samples");
    job.need(run.session().setFocus(util::RankSet::range(util::Rank(3), util::Rank(5))).has_value());
    run.command(action::kStepInto);
    job.need(run.untilStopped());
    run.command(action::kFocusAll);
    for (const char* const dock : {"ranks", "stacks", "callStack", "threads", "variables", "watches", "breakpoints",
                                   "traces", "console", "log"}) {
        run.command((std::string("dock.") + dock).c_str());
        job.take((std::string("dock-") + dock).c_str());
    }
}

void takeSampled(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.launchHeld(16, {"--hang", "5"});
    run.command(action::kContinue);
    QTest::qWait(1500); // they come to where they wait
    run.command(action::kSample);
    job.need(run.untilShown("stacks", "ring.cpp"));
    job.take("sampled");
}

} // namespace dbgr::test
