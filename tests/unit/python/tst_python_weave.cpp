// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of Python take the place of the interpreter's loops that carry them out, where both fit; else nothing does.
#include "python/weave.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_python_weave {

using namespace dbgr;

namespace {

constexpr std::uint64_t kThread = 0x7f00'1000;

python::NativeCall call(const char* function, std::uint64_t begin, std::uint64_t end)
{
    debug::Frame frame;
    frame.function = function;
    frame.module = "python3";
    return {begin, end, {frame}};
}

/// main -> run -> loop A -> qsort -> loop B -> read
python::NativeStack stack(bool isWhole = true)
{
    python::NativeStack native;
    native.thread = kThread;
    native.isWhole = isWhole;
    native.calls = {call("read", 100, 200),  call("_PyEval_EvalFrameDefault", 200, 400),
                    call("qsort", 400, 500), call("_PyEval_EvalFrameDefault.cold", 500, 800),
                    call("run", 800, 850),   call("main", 850, 900)};
    std::uint32_t index = 0;
    for (python::NativeCall& one : native.calls)
        one.frames.front().index = index++;
    return native;
}

util::PythonStacks stacks(std::vector<util::PythonRun> runs)
{
    util::PythonStacks python;
    python.minor = 11;
    const std::vector<std::byte> table{std::byte{0x80 | (13 << 3) | 7}, std::byte{4}}; // two lines on
    python.codes = {{"inner", "/job/a.py", 10, table}, {"outer", "b.py", 20, table}, {"<module>", "b.py", 1, {}}};
    python.threads = {{0x1234, {{250, {{0, 0}}, false}}, {}}, {kThread, std::move(runs), {}}};
    return python;
}

std::vector<util::PythonRun> twoRuns()
{
    return {{300, {{0, 0}}, false}, {600, {{1, 2}, {2, -2}}, false}};
}

/// "read < inner a.py:12 < ..."; words first.
QString textOf(const python::WovenStack& woven)
{
    QStringList frames;
    if (!woven.words.empty())
        frames << "(" + QString::fromStdString(woven.words) + ")";
    for (const debug::Frame& frame : woven.frames) {
        QString text = QString::fromStdString(frame.function);
        if (frame.isPython)
            text +=
                QString(" %1:%2 #%3").arg(QString::fromStdString(frame.module)).arg(frame.where.line).arg(frame.index);
        frames << text;
    }
    if (woven.isCut)
        frames << "...";
    return frames.join(" < ");
}

const QString kNative = "read < _PyEval_EvalFrameDefault < qsort < _PyEval_EvalFrameDefault.cold < run < main";
const QString kMisfit = "(its frames of Python do not fit its native ones at this moment) < ";

} // namespace

class TestPythonWeave : public QObject
{
    Q_OBJECT

private slots:
    void callsTakeThePlaceOfTheirLoops_data()
    {
        QTest::addColumn<QString>("woven");
        QTest::addColumn<int>("what");
        QTest::newRow("all") << "read < inner a.py:12 #1 < qsort < outer b.py:22 #3 < <module> b.py:1 #3 < run < main"
                             << 0;
        QTest::newRow("no interpreter") << kNative << 1;
        QTest::newRow("one that is not in a loop") << kMisfit + kNative << 2;
        QTest::newRow("two in one loop") << kMisfit + kNative << 3;
        QTest::newRow("farther out than the whole stack") << kMisfit + kNative << 4;
        QTest::newRow("an outer loop without calls") << kMisfit + kNative << 5;
        QTest::newRow("the innermost loop has not begun")
            << "read < _PyEval_EvalFrameDefault < qsort < outer b.py:22 #3 < <module> b.py:1 #3 < run < main" << 6;
        QTest::newRow("the innermost loop has no call yet")
            << "read < _PyEval_EvalFrameDefault < qsort < outer b.py:22 #3 < <module> b.py:1 #3 < run < main" << 7;
        QTest::newRow("cut") << "read < inner a.py:12 #1 < qsort < outer b.py:22 #3 < ..." << 8;
        QTest::newRow("a thread that no interpreter knows") << "(no interpreter knows this thread) < " + kNative << 9;
        QTest::newRow("a reason") << "(for a reason) < " + kNative << 10;
        QTest::newRow("a loop whose name is not known")
            << "read < inner a.py:12 #1 < qsort < outer b.py:22 #3 < <module> b.py:1 #3 < run < main" << 11;
        QTest::newRow("a native stack that is cut") << "read < inner a.py:12 #1 < qsort" << 12;
        QTest::newRow("two interpreters in one thread")
            << "read < inner a.py:12 #1 < qsort < outer b.py:22 #3 < <module> b.py:1 #3 < run < main" << 13;
    }
    void callsTakeThePlaceOfTheirLoops()
    {
        QFETCH(QString, woven);
        QFETCH(int, what);
        python::NativeStack native = stack();
        util::PythonStacks python = stacks(twoRuns());
        auto& runs = python.threads[1].runs;
        switch (what) {
        case 2:
            runs[0].anchor = 450;
            break;
        case 3:
            runs[0].anchor = 500;
            break;
        case 4:
            runs[1].anchor = 1000;
            break;
        case 5:
            runs.pop_back();
            break;
        case 6:
            runs.erase(runs.begin());
            break;
        case 7:
            runs[0].calls.clear();
            break;
        case 8:
            runs[1].calls.pop_back();
            runs[1].isCut = true;
            break;
        case 9:
            native.thread = 1;
            break;
        case 10:
            python.threads[1] = {kThread, {}, "for a reason"};
            break;
        case 11:
            native.calls[3].frames.front().function = "";
            break;
        case 12:
            native.calls.resize(3);
            native.isWhole = false;
            break;
        case 13:
            python.threads.insert(python.threads.begin(), {kThread, {runs[0]}, {}});
            python.threads.back().runs.erase(python.threads.back().runs.begin());
            break;
        default:
            break;
        }
        QCOMPARE(textOf(python::weave(native, what == 1 ? nullptr : &python)), woven);
    }

    /// As 3.9 has them.
    void withoutAnchorsTheirNumberHasToFit()
    {
        std::vector<util::PythonRun> runs{{0, {{0, 0}}, false}, {0, {{1, 2}}, false}};
        const util::PythonStacks two = stacks(runs);
        QCOMPARE(textOf(python::weave(stack(), &two)),
                 "read < inner a.py:12 #1 < qsort < outer b.py:22 #3 < run < main");
        QCOMPARE(textOf(python::weave(stack(false), &two)), kMisfit + kNative);
        runs.push_back(runs[0]);
        const util::PythonStacks three = stacks(runs);
        QCOMPARE(textOf(python::weave(stack(), &three)), kMisfit + kNative);
        const util::PythonStacks one = stacks({runs[1]});
        QCOMPARE(textOf(python::weave(stack(), &one)), kMisfit + kNative); // the innermost loop is in a call of C's
        python::NativeStack entering = stack();
        entering.calls.erase(entering.calls.begin());
        QCOMPARE(textOf(python::weave(entering, &one)),
                 "_PyEval_EvalFrameDefault < qsort < outer b.py:22 #3 < run < main");
    }

    void whatIsNotPythonStaysAsItIs()
    {
        python::NativeStack native;
        native.calls = {call("read", 1, 2), call("main", 2, 3)};
        util::PythonStacks python;
        python.trouble = "Python 3.8: its frames are not known";
        QCOMPARE(textOf(python::weave(native, &python)), "read < main");
        QCOMPARE(textOf(python::weave(stack(), &python)), "(Python 3.8: its frames are not known) < " + kNative);
    }
};

DBGR_TEST(TestPythonWeave);

} // namespace tst_python_weave

#include "tst_python_weave.moc"
