// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/hover_value.h"

namespace tst_hover_value {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Job : test::UiFixture
{
    Job()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (std::holds_alternative<debug::GetFrames>(command.request)) {
                debug::FramesReply frames;
                frames.ranks.push_back(
                    {*command.ranks.lowest(), {}, util::ThreadId(1), {test::frame("main", "a.c", 1)}});
                return debug::EngineReply{std::move(frames), {}};
            }
            if (!answers || !std::holds_alternative<debug::Evaluate>(command.request))
                return std::nullopt;
            debug::ValuesReply reply;
            for (debug::ValueGroup group : values) {
                group.ranks &= command.ranks;
                if (!group.ranks.empty())
                    reply.values.push_back(std::move(group));
            }
            return debug::EngineReply{std::move(reply), {}};
        };
        QObject::connect(&hover, &HoverValue::ready, &hover, [this](const HoverText& text) { shown.push_back(text); });
        bringUpRunning(4);
        fake->stop(test::ranks("0-3"), test::breakpointHit(1));
        settle();
    }

    bool answers = true;
    std::vector<debug::ValueGroup> values{test::value("0", "7"), test::value("1-3", "9")};
    HoverValue hover{bridge, place};
    std::vector<HoverText> shown;
};

} // namespace

class TestHoverValue : public QObject
{
    Q_OBJECT

private slots:
    void saysTheLeadingRanksValueAndHowTheFocusCompares();
    void onlyTheNewestQuestionIsAnswered();
    void whatHasNoValueIsNotShown();
    void asksNothingWhileTheRankRuns();
    void wordsForTheFocus();
};

void TestHoverValue::saysTheLeadingRanksValueAndHowTheFocusCompares()
{
    Job job;
    job.hover.ask(QStringLiteral("lap"));
    job.settle();
    QVERIFY(!job.shown.empty());
    QCOMPARE(job.shown.back(), (HoverText{QStringLiteral("lap"), QStringLiteral("7"), QStringLiteral("int"),
                                          QStringLiteral("0-3: 2 values, 7 to 9")}));
}

void TestHoverValue::onlyTheNewestQuestionIsAnswered()
{
    Job job;
    job.answers = false;
    job.hover.ask(QStringLiteral("old"));
    job.run();
    const auto old = job.fake->submitted.size();
    job.hover.ask(QStringLiteral("new"));
    job.run();
    for (std::size_t i = old - 2; i < job.fake->submitted.size(); ++i)
        job.fake->reply(job.fake->submitted[i].id, debug::EngineReply{debug::ValuesReply{{test::value("0", "7")}}, {}});
    job.settle();
    QVERIFY(!job.shown.empty());
    for (const HoverText& text : job.shown)
        QCOMPARE(text.expression, QStringLiteral("new"));
}

void TestHoverValue::whatHasNoValueIsNotShown()
{
    Job job;
    job.values = {{test::ranks("0-3"), "", "", "no such variable"}};
    job.hover.ask(QStringLiteral("nothing"));
    job.settle();
    QVERIFY(job.shown.empty());
}

void TestHoverValue::asksNothingWhileTheRankRuns()
{
    Job job;
    QVERIFY(job.session->continueRanks(test::ranks("0-3")).has_value());
    job.settle();
    job.hover.ask(QStringLiteral("lap"));
    job.settle();
    QCOMPARE(job.fake->count<debug::Evaluate>(), std::size_t(0));
}

void TestHoverValue::wordsForTheFocus()
{
    QCOMPARE(describeAcross({test::value("0", "1")}), QString());
    QCOMPARE(describeAcross({test::value("0-31", "1")}), QStringLiteral("the same in 0-31"));
    debug::ValueGroup unknown = test::value("0-31", "size=3 {...}");
    unknown.content.partial = true;
    QCOMPARE(describeAcross({unknown}), QStringLiteral("not compared in 0-31"));
    QCOMPARE(describeAcross({test::value("0", "-1.5"), test::value("1", "10")}),
             QStringLiteral("0-1: 2 values, -1.5 to 10"));
    QCOMPARE(describeAcross({test::value("0", "1"), test::value("1", "\"a\"")}), QStringLiteral("0-1: 2 values"));
    QCOMPARE(describeAcross({test::value("0-1", "1"), {test::ranks("2"), "", "", "optimised out"}}),
             QStringLiteral("the same in 0-1"));
}

DBGR_TEST(TestHoverValue, QApplication);

} // namespace tst_hover_value

#include "tst_hover_value.moc"
