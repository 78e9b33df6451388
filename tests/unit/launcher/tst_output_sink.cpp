// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/output_sink.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_output_sink {

using namespace dbgr::launcher;
using dbgr::pmix::IofChannel;
using dbgr::util::Rank;

class TestOutputSink : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void showsBothChannels();
    void mergedChannelsAreStandardOutput();
    void filesAreNamedAfterJobAndRank();
    void directoriesHaveAFolderForEachRank();
    void patternsAreFilledIn();
    void filesHaveWhatIsShown();
    void filesAloneShowNothing();
    void oneFileMayBeShared();
    void aSecondJobBeginsAnew();
    void theLastLineReachesItsFile();
    void whatCannotBeWrittenIsSaidOnce();
    void linksAndPipesAreNotFollowed();

private:
    OutputSink sink(const OutputSpec& spec)
    {
        OutputJob job;
        job.nspace = "ns@1";
        job.size = 12;
        job.host = "here";
        return {spec,
                job,
                {[this](IofChannel channel, std::string_view bytes) {
                     (channel == IofChannel::Stdout ? m_out : m_err) += bytes;
                 },
                 [this](const dbgr::util::Error& why) { m_complaints.push_back(why.message()); }}};
    }
    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    [[nodiscard]] QByteArray content(const char* name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_out;
    std::string m_err;
    std::vector<std::string> m_complaints;
};

void TestOutputSink::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_out.clear();
    m_err.clear();
    m_complaints.clear();
}

void TestOutputSink::showsBothChannels()
{
    OutputSink one = sink({});
    one.write(Rank(0), IofChannel::Stdout, "o", true);
    one.write(Rank(0), IofChannel::Stderr, "e", true);
    one.write(Rank(0), IofChannel::Stddiag, "d", true);
    one.write(Rank(0), IofChannel::Stdout, "not for us", false);
    QCOMPARE(m_out, "o");
    QCOMPARE(m_err, "ed");
}

void TestOutputSink::mergedChannelsAreStandardOutput()
{
    OutputSpec spec;
    spec.mergeStderr = true;
    spec.file = path("F");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stderr, "e", true);
    QCOMPARE(m_out, "e");
    QCOMPARE(content("F.ns@1.00.out"), "e");
    QVERIFY(!QFile::exists(m_folder->filePath("F.ns@1.00.err")));
}

void TestOutputSink::filesAreNamedAfterJobAndRank()
{
    OutputSpec spec;
    spec.file = path("F");
    OutputSink one = sink(spec);
    one.write(Rank(3), IofChannel::Stdout, "o", true);
    one.write(Rank(11), IofChannel::Stderr, "e", true);
    QCOMPARE(content("F.ns@1.03.out"), "o");
    QCOMPARE(content("F.ns@1.11.err"), "e");
}

void TestOutputSink::directoriesHaveAFolderForEachRank()
{
    OutputSpec spec;
    spec.directory = path("deep/D");
    OutputSink one = sink(spec);
    one.write(Rank(3), IofChannel::Stdout, "o", true);
    one.write(Rank(3), IofChannel::Stderr, "e", true);
    QCOMPARE(content("deep/D/ns@1/rank.03/stdout"), "o");
    QCOMPARE(content("deep/D/ns@1/rank.03/stderr"), "e");
}

void TestOutputSink::patternsAreFilledIn()
{
    OutputSpec spec;
    spec.filePattern = true;
    spec.file = path("%n-%r-%h-%x%");
    OutputSink one = sink(spec);
    one.write(Rank(3), IofChannel::Stdout, "o", true);
    QCOMPARE(content("ns@1-3-here-%x%.out"), "o");
}

void TestOutputSink::filesHaveWhatIsShown()
{
    OutputSpec spec;
    spec.rank = true;
    spec.file = path("F");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stdout, "a\nb", true);
    QCOMPARE(content("F.ns@1.00.out"), "[0]<stdout>: a\n");
    QCOMPARE(m_out, "[0]<stdout>: a\n");
}

void TestOutputSink::filesAloneShowNothing()
{
    OutputSpec spec;
    spec.fileOnly = true;
    OutputSink without = sink(spec);
    without.write(Rank(0), IofChannel::Stdout, "o", true);
    QCOMPARE(m_out, "o"); // there is no file to write to
    spec.file = path("F");
    OutputSink with = sink(spec);
    with.write(Rank(0), IofChannel::Stdout, "p", true);
    QCOMPARE(m_out, "o");
    QCOMPARE(content("F.ns@1.00.out"), "p");
}

void TestOutputSink::oneFileMayBeShared()
{
    OutputSpec spec;
    spec.filePattern = true;
    spec.file = path("all");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stdout, "a\n", true);
    one.end(Rank(0), IofChannel::Stdout, true);
    one.write(Rank(1), IofChannel::Stdout, "b\n", true);
    QCOMPARE(content("all.out"), "a\nb\n");
}

void TestOutputSink::aSecondJobBeginsAnew()
{
    OutputSpec spec;
    spec.file = path("F");
    sink(spec).write(Rank(0), IofChannel::Stdout, "old", true);
    sink(spec).write(Rank(0), IofChannel::Stdout, "new", true);
    QCOMPARE(content("F.ns@1.00.out"), "new");
}

void TestOutputSink::theLastLineReachesItsFile()
{
    OutputSpec spec;
    spec.rank = true;
    spec.file = path("F");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stdout, "tail", true);
    one.end(Rank(0), IofChannel::Stdout, true);
    QCOMPARE(content("F.ns@1.00.out"), "[0]<stdout>: tail\n");
    QCOMPARE(m_out, "[0]<stdout>: tail\n");
}

void TestOutputSink::whatCannotBeWrittenIsSaidOnce()
{
    QFile obstacle(m_folder->filePath("D"));
    QVERIFY(obstacle.open(QIODevice::WriteOnly));
    OutputSpec spec;
    spec.directory = path("D");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stdout, "a", true);
    one.write(Rank(0), IofChannel::Stdout, "b", true);
    QCOMPARE(m_complaints.size(), std::size_t(1));
    QVERIFY(m_complaints[0].find(path("D")) != std::string::npos);
    QCOMPARE(m_out, "ab");
}

void TestOutputSink::linksAndPipesAreNotFollowed()
{
    QCOMPARE(::symlink(path("elsewhere").c_str(), path("F.ns@1.00.out").c_str()), 0);
    QCOMPARE(::mkfifo(path("F.ns@1.01.out").c_str(), 0600), 0);
    OutputSpec spec;
    spec.file = path("F");
    OutputSink one = sink(spec);
    one.write(Rank(0), IofChannel::Stdout, "a", true);
    one.write(Rank(1), IofChannel::Stdout, "b", true);
    QCOMPARE(m_complaints.size(), std::size_t(2));
    QVERIFY(!QFile::exists(m_folder->filePath("elsewhere")));
}

DBGR_TEST(TestOutputSink, QCoreApplication);

} // namespace tst_output_sink

#include "tst_output_sink.moc"
