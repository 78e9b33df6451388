// SPDX-License-Identifier: GPL-3.0-or-later
// What is equal in many ranks becomes one line.
#include "session/fold.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_fold {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

class TestFold : public QObject
{
    Q_OBJECT

private slots:
    void hiddenVariablesOfOneNameStayApart()
    {
        const auto i = [](std::string value) {
            debug::Variable v;
            v.name = "i";
            v.type = "int";
            v.value = std::move(value);
            return v;
        };
        const auto folded =
            foldVariables({{util::Rank(0), {}, {i("1"), i("2")}, false}, {util::Rank(1), {}, {i("1")}, false}});
        QCOMPARE(folded.size(), 2u);
        QCOMPARE(folded[0].values.size(), 1u);
        QCOMPARE(folded[0].values[0].ranks.toString(), std::string("0-1"));
        QCOMPARE(folded[1].values[0].ranks.toString(), std::string("0"));
    }

    void stacksOfDifferentLengthAreDifferent()
    {
        const auto main = frame("main", "a.c", 1);
        const auto work = frame("work", "a.c", 2);
        const auto groups = foldStacks({{util::Rank(2), {}, {}, {work, main}, false},
                                        {util::Rank(0), {}, {}, {main}, false},
                                        {util::Rank(1), {}, {}, {work, main}, false}});
        QCOMPARE(groups.size(), 2u);
        QCOMPARE(groups[0].ranks.toString(), std::string("0"));
        QCOMPARE(groups[1].ranks.toString(), std::string("1-2"));
    }

    void framesOfShorterStacksAreLeftOut()
    {
        const auto groups = foldFrames({{util::Rank(0), {}, {}, {frame("a"), frame("main")}, false},
                                        {util::Rank(1), {}, {}, {frame("main")}, false}},
                                       1, {{}, "main", debug::placeOf(frame("main"))});
        QCOMPARE(groups.size(), 1u);
        QCOMPARE(groups[0].ranks.toString(), std::string("0"));
    }

    void framesOfOnePlaceAreFoundWhateverTheirNumber()
    {
        const auto numbered = [](std::uint32_t rank, std::vector<debug::Frame> frames) {
            for (std::size_t i = 0; i < frames.size(); ++i)
                frames[i].index = static_cast<std::uint32_t>(i);
            auto places = debug::placesOf(frames);
            return debug::RankFrames{util::Rank(rank), {}, {}, std::move(frames), false, std::move(places)};
        };
        const std::vector<debug::RankFrames> stacks{
            numbered(0, {frame("poll"), frame("wait"), frame("work", "a.c", 9), frame("main")}),
            numbered(1, {frame("work", "a.c", 9), frame("main")}), numbered(2, {frame("other"), frame("main")}),
            numbered(3, {frame("x"), frame("y"), frame("work", "a.c", 9), frame("main")})};
        const debug::FrameMatch work = stacks[0].match(2);
        const auto groups = foldFrames(stacks, 2, work);
        QCOMPARE(groups.size(), 2u);
        QCOMPARE(groups[0].ranks.toString(), std::string("0,3"));
        QCOMPARE(groups[0].frame.index, 2u);
        QCOMPARE(groups[1].ranks.toString(), std::string("1"));
        QCOMPARE(groups[1].frame.index, 0u);

        auto folded = foldStacks(stacks);
        selectFrame(folded, stacks, 2, work);
        QCOMPARE(folded.size(), 4u);
        QCOMPARE(folded[0].selected, std::optional<std::uint32_t>(2));
        QCOMPARE(folded[1].selected, std::optional<std::uint32_t>(0));
        QCOMPARE(folded[2].selected, std::nullopt);
    }

    void variablesAreEqualByWhatTheyHoldNotByWhatIsShown()
    {
        const auto vec = [](std::uint32_t rank, std::uint64_t hash, bool partial = false) {
            debug::Variable v;
            v.name = "vec";
            v.type = "std::vector<int>";
            v.value = "size=1000 {1, 1, 1, ...}";
            v.content = {{hash, hash}, partial, 500};
            return debug::RankVariables{util::Rank(rank), {}, {v}, false};
        };
        const auto folded = foldVariables({vec(0, 7), vec(1, 7), vec(2, 8), vec(3, 7, true)});
        QCOMPARE(folded.size(), 1u);
        QCOMPARE(folded[0].values.size(), 2u);
        QCOMPARE(folded[0].values[0].ranks.toString(), std::string("0-1,3"));
        QVERIFY(folded[0].values[0].content.partial);
        QCOMPARE(equalityNote(folded[0].values[0], folded[0].values),
                 std::string("differs beyond what is shown; the first 500 are equal"));
        QCOMPARE(equalityNote(folded[0].values[1], folded[0].values), std::string("differs beyond what is shown"));
        debug::ValueGroup base = folded[0].values[0];
        base.content.partial = false;
        debug::ValueGroup derived = base; // what a pointer leads to, by its dynamic type
        derived.type = "Sorted";
        QCOMPARE(equalityNote(derived, {base, derived}), std::string("type Sorted"));
        QCOMPARE(equalityNote(base, {base, derived}), std::string("type std::vector<int>"));
        QCOMPARE(equalityNote(base, {base}), std::string());
        debug::ValueGroup none = folded[0].values[0];
        none.content.compared = 0; // of what has no order, nothing is known before all of it is
        QCOMPARE(equalityNote(none, {none}), std::string("not compared"));
        QCOMPARE(equalityNote(folded[0].values[1], {folded[0].values[1]}), std::string());
    }
};

DBGR_TEST(TestFold);

} // namespace tst_fold

#include "tst_fold.moc"
