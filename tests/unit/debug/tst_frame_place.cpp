// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of two ranks are the same by function and callers, not by number.
#include "debug/thread.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_frame_place {

using namespace dbgr::debug;
using namespace dbgr::util;

namespace {

Frame frame(const char* function, std::uint32_t line = 1, const char* file = "/src/a.cpp", const char* module = "app")
{
    Frame result;
    result.function = function;
    result.where = {file, line, 0};
    result.module = module;
    return result;
}

RankFrames stack(std::vector<Frame> frames)
{
    RankFrames result;
    result.frames = std::move(frames);
    result.places = placesOf(result.frames);
    return result;
}

} // namespace

class TestFramePlace : public QObject
{
    Q_OBJECT

private slots:
    void findsAFunctionWhereItHasAnotherNumber()
    {
        const RankFrames deep = stack({frame("poll", 0, "", "libc"), frame("wait"), frame("work"), frame("main")});
        const RankFrames flat = stack({frame("work"), frame("main")});
        QCOMPARE(flat.find(deep.match(3), 3), std::optional<std::uint32_t>(1));
        QCOMPARE(flat.find(deep.match(2), 2), std::optional<std::uint32_t>(0));
        QCOMPARE(flat.find(deep.match(1), 1), std::nullopt); // not main, which is its number 1
    }

    void linesDoNotMatter()
    {
        const RankFrames early = stack({frame("work", 10), frame("main", 20)});
        const RankFrames late = stack({frame("work", 11), frame("main", 30)});
        QCOMPARE(late.find(early.match(0), 0), std::optional<std::uint32_t>(0));
    }

    void callersMatter()
    {
        const RankFrames one = stack({frame("copy"), frame("send"), frame("main")});
        const RankFrames other = stack({frame("copy"), frame("receive"), frame("main")});
        QCOMPARE(other.find(one.match(0), 0), std::nullopt);
        QCOMPARE(other.find(one.match(2), 2), std::optional<std::uint32_t>(2));
    }

    void functionsOfOneNameInOtherFilesAndModulesAreOthers()
    {
        const RankFrames one = stack({frame("helper", 1, "/src/a.cpp"), frame("main")});
        QCOMPARE(stack({frame("helper", 1, "/src/b.cpp"), frame("main")}).find(one.match(0), 0), std::nullopt);
        QCOMPARE(stack({frame("helper", 1, "/src/a.cpp", "lib"), frame("main")}).find(one.match(0), 0), std::nullopt);
    }

    void recursionIsCountedFromTheOutermost()
    {
        const RankFrames three = stack({frame("f"), frame("f"), frame("f"), frame("main")});
        const RankFrames five = stack({frame("f"), frame("f"), frame("f"), frame("f"), frame("f"), frame("main")});
        QCOMPARE(five.find(three.match(0), 0), std::optional<std::uint32_t>(2));
        QCOMPARE(five.find(three.match(2), 2), std::optional<std::uint32_t>(4));
        QCOMPARE(three.find(five.match(0), 0), std::nullopt);
    }

    void namesDoNotRunIntoEachOther()
    {
        const RankFrames one = stack({frame("ab", 1, "c", "d"), frame("main")});
        QCOMPARE(stack({frame("a", 1, "bc", "d"), frame("main")}).find(one.match(0), 0), std::nullopt);
    }

    void whereTheOutermostIsNotKnownTheNumberAndTheFunctionCount()
    {
        RankFrames deep = stack({frame("f"), frame("f"), frame("g")});
        deep.places.clear();
        const FrameMatch match = deep.match(1);
        QVERIFY(!match.place.known());
        QCOMPARE(deep.find(match, 1), std::optional<std::uint32_t>(1));
        QCOMPARE(stack({frame("f"), frame("g")}).find(match, 1), std::nullopt);
        QCOMPARE(stack({frame("f")}).find(match, 1), std::nullopt);
        QCOMPARE(deep.find(stack({frame("g")}).match(0), 0), std::nullopt);
        for (const auto& other : {frame("f", 1, "/src/b.cpp"), frame("f", 1, "/src/a.cpp", "lib")}) {
            RankFrames another = stack({frame("f"), other, frame("g")});
            QCOMPARE(another.find(match, 1), std::nullopt); // of that name, too, and not the same
            another.places.clear();
            QCOMPARE(another.find(match, 1), std::nullopt);
        }
        QCOMPARE(stack({frame("f"), frame("f", 7), frame("g")}).find(match, 1), std::optional<std::uint32_t>(1));
    }
};

DBGR_TEST(TestFramePlace);

} // namespace tst_frame_place

#include "tst_frame_place.moc"
