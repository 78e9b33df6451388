// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/output_format.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <cstdlib>

namespace tst_output_format {

using namespace dbgr::launcher;
using dbgr::pmix::IofChannel;
using dbgr::util::Pid;
using dbgr::util::Rank;

class TestOutputFormat : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { setenv("TZ", "UTC", 1); }
    void marksAreWrittenAsOpenPmixDoes_data();
    void marksAreWrittenAsOpenPmixDoes();
    void xmlIsWellFormed();
    void unmarkedOutputIsPassedOnAsItComes();
    void linesThatReadingHasCutAreKeptTogether();
    void markedLinesWaitForTheirEnd();
    void partsOfLinesAreKeptApart();
    void theLastLineIsNotLost();
    void rawOutputWaitsForNothing();
    void longLinesDoNotPileUp();
    void timestampsFollowTheClock();

private:
    static OutputJob job(const char* nspace = "dbgrun-here-7@2")
    {
        OutputJob one;
        one.nspace = nspace;
        one.size = 12;
        one.host = "here";
        one.pidOf = [](Rank) { return std::optional(Pid(77)); };
        one.now = [] { return std::time_t(1795253607); };
        return one;
    }
    static std::string formatted(const OutputSpec& spec, std::string_view bytes, const char* nspace = "dbgrun-here-7@2")
    {
        OutputFormatter formatter(spec, job(nspace));
        return std::string(formatter.format(Rank(3), IofChannel::Stderr, bytes));
    }
    static OutputSpec with(bool OutputSpec::*flag, bool OutputSpec::*other = nullptr, bool OutputSpec::*third = nullptr)
    {
        OutputSpec spec;
        spec.*flag = true;
        for (const auto more : {other, third})
            if (more != nullptr)
                spec.*more = true;
        return spec;
    }
};

void TestOutputFormat::marksAreWrittenAsOpenPmixDoes_data()
{
    QTest::addColumn<OutputSpec>("spec");
    QTest::addColumn<std::string>("mark");
    using O = OutputSpec;
    const auto row = [](const char* name, const OutputSpec& spec, std::string mark) {
        QTest::newRow(name) << spec << std::move(mark);
    };
    row("tag", with(&O::tag), "[2,3]<stderr>: ");
    row("fullname", with(&O::tagFullname), "[dbgrun-here-7@2,3]<stderr>: ");
    row("detailed", with(&O::tagDetailed), "[2,3][here:77]<stderr>: ");
    row("detailed fullname", with(&O::tagDetailed, &O::tagFullname), "[dbgrun-here-7@2,3][here:77]<stderr>: ");
    row("rank", with(&O::rank), "[3]<stderr>: ");
    row("timestamp", with(&O::timestamp), "[Sat Nov 21 09:33:27 2026]<stderr>: ");
    row("timestamp tag", with(&O::timestamp, &O::tag), "[Sat Nov 21 09:33:27 2026][2,3]<stderr>: ");
    row("tag comes first", with(&O::rank, &O::tag, &O::tagFullname), "[2,3]<stderr>: ");
    row("xml", with(&O::xml), "<stderr rank=\"3\">");
    row("xml tag", with(&O::xml, &O::tag), "<stderr jobid=\"2\" rank=\"3\">");
    row("xml fullname", with(&O::xml, &O::tagFullname), "<stderr nspace=\"dbgrun-here-7@2\" rank=\"3\">");
    row("xml detailed", with(&O::xml, &O::tagDetailed),
        "<stderr nspace=\"dbgrun-here-7@2\" rank=\"3\" host=\"here\" pid=\"77\">");
    row("xml timestamp", with(&O::xml, &O::timestamp), "<stderr rank=\"3\" timestamp=\"Sat Nov 21 09:33:27 2026\">");
}

void TestOutputFormat::marksAreWrittenAsOpenPmixDoes()
{
    QFETCH(OutputSpec, spec);
    QFETCH(std::string, mark);
    const std::string end = spec.xml ? "&#010;</stderr>\n" : "\n";
    QCOMPARE(formatted(spec, "one\ntwo\n"), mark + "one" + end + mark + "two" + end);
}

void TestOutputFormat::xmlIsWellFormed()
{
    QCOMPARE(formatted(with(&OutputSpec::xml), "a & b <c>\t\xc3\xa4\n"),
             "<stderr rank=\"3\">a &amp; b &lt;c&gt;&#009;\xc3\xa4&#010;</stderr>\n");
    QCOMPARE(formatted(with(&OutputSpec::xml, &OutputSpec::tag), "x\n", "plain"),
             "<stderr nspace=\"plain\" rank=\"3\">x&#010;</stderr>\n");
}

void TestOutputFormat::unmarkedOutputIsPassedOnAsItComes()
{
    OutputFormatter formatter({}, job());
    const std::string_view prompt = "a number, please: ";
    const std::string_view out = formatter.format(Rank(0), IofChannel::Stdout, prompt);
    QCOMPARE(out, prompt);
    QVERIFY(out.data() == prompt.data()); // not even copied
    QCOMPARE(formatter.end(Rank(0), IofChannel::Stdout), std::string_view());
}

void TestOutputFormat::linesThatReadingHasCutAreKeptTogether()
{
    OutputFormatter formatter({}, job());
    const std::string block = std::string(OutputFormatter::kCutBlockBytes, 'x') + "\nbegin";
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, block), std::string_view(block).substr(0, block.size() - 5));
    QCOMPARE(formatter.format(Rank(1), IofChannel::Stdout, "other\n"), std::string_view("other\n"));
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "ning\n"), std::string_view("beginning\n"));
    (void)formatter.format(Rank(0), IofChannel::Stdout, block);
    QCOMPARE(formatter.end(Rank(0), IofChannel::Stdout), std::string_view("begin"));
}

void TestOutputFormat::markedLinesWaitForTheirEnd()
{
    OutputFormatter formatter(with(&OutputSpec::rank), job());
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "a\nb"), std::string_view("[0]<stdout>: a\n"));
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "c"), std::string_view());
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "d\n"), std::string_view("[0]<stdout>: bcd\n"));
}

void TestOutputFormat::partsOfLinesAreKeptApart()
{
    OutputFormatter formatter(with(&OutputSpec::rank), job());
    (void)formatter.format(Rank(0), IofChannel::Stdout, "out");
    (void)formatter.format(Rank(0), IofChannel::Stderr, "err");
    (void)formatter.format(Rank(1), IofChannel::Stdout, "one");
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "!\n"), std::string_view("[0]<stdout>: out!\n"));
    QCOMPARE(formatter.format(Rank(1), IofChannel::Stdout, "!\n"), std::string_view("[1]<stdout>: one!\n"));
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stderr, "!\n"), std::string_view("[0]<stderr>: err!\n"));
}

void TestOutputFormat::theLastLineIsNotLost()
{
    OutputFormatter formatter(with(&OutputSpec::rank), job());
    (void)formatter.format(Rank(0), IofChannel::Stdout, "a\ntail");
    QCOMPARE(formatter.end(Rank(0), IofChannel::Stdout), std::string_view("[0]<stdout>: tail\n"));
    QCOMPARE(formatter.end(Rank(0), IofChannel::Stdout), std::string_view());
    OutputFormatter xml(with(&OutputSpec::xml), job());
    (void)xml.format(Rank(0), IofChannel::Stdout, "tail");
    QCOMPARE(xml.end(Rank(0), IofChannel::Stdout), std::string_view("<stdout rank=\"0\">tail</stdout>\n"));
}

void TestOutputFormat::rawOutputWaitsForNothing()
{
    OutputFormatter formatter(with(&OutputSpec::rank, &OutputSpec::raw), job());
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "a\nb"), std::string_view("[0]<stdout>: a\n[0]<stdout>: b"));
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "c\n"), std::string_view("c\n"));
    (void)formatter.format(Rank(0), IofChannel::Stdout, "d");
    QCOMPARE(formatter.end(Rank(0), IofChannel::Stdout), std::string_view("\n"));
}

void TestOutputFormat::longLinesDoNotPileUp()
{
    OutputFormatter formatter(with(&OutputSpec::rank), job());
    const std::string piece(40000, 'x');
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, piece), std::string_view());
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, piece).size(),
             std::string_view("[0]<stdout>: ").size() + 80000);
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "end\nnext\n"),
             std::string_view("end\n[0]<stdout>: next\n"));
}

void TestOutputFormat::timestampsFollowTheClock()
{
    std::time_t now = 1795253607;
    OutputJob one = job();
    one.now = [&now] { return now; };
    OutputFormatter formatter(with(&OutputSpec::timestamp), one);
    (void)formatter.format(Rank(0), IofChannel::Stdout, "a\n");
    now += 61;
    QCOMPARE(formatter.format(Rank(0), IofChannel::Stdout, "b\n"),
             std::string_view("[Sat Nov 21 09:34:28 2026]<stdout>: b\n"));
}

DBGR_TEST(TestOutputFormat, QCoreApplication);

} // namespace tst_output_format

#include "tst_output_format.moc"
