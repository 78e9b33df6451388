// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <clocale>

#include "session/session_error.h"
#include "session/source_search.h"
#include "tests/support/run/test_class.h"

#include <sys/stat.h>

namespace tst_source_search {

using namespace dbgr;
using session::FoundLine;
using session::LinePattern;
using session::linesWith;

class TestSourceSearch : public QObject
{
    Q_OBJECT

private slots:
    void aLetterIsOneInEveryLocale()
    {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        for (const char* name : {"C", "C.UTF-8"}) {
            QVERIFY(std::setlocale(LC_ALL, name));
            const auto pattern = LinePattern::read("/f.r [[:alpha:]]x/");
            QVERIFY(pattern);
            const auto match = pattern->in("a f\xc3\xbcr \xc3\xa4x");
            QVERIFY(match);
            QCOMPARE(match->begin, std::size_t{2});
            QCOMPARE(match->length, std::size_t{8});
            QCOMPARE(std::string(std::setlocale(LC_ALL, nullptr)), std::string(name));
        }
        std::setlocale(LC_ALL, before.c_str());
    }

    void aPatternFindsItsFirstPlace_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("found"); // "BEGIN LENGTH"; "" nothing
        const auto row = [](const char* pattern, const char* line, const char* found) {
            QTest::addRow("%s in '%s'", pattern, line) << pattern << line << found;
        };
        row("relax", "call relax(u)", "5 5");
        row("relax", "CALL RELAX(U)", "5 5");
        row("Relax", "CALL RELAX(U)", "");
        row("Relax", "a Relax b", "2 5");
        row("u", "", "");
        row("a b", "xa bx", "1 3");
        row("a.c", "abc a.c", "4 3");
        row("/a.c/", "xabc a.c", "1 3");
        row("/^ *int +w/", "  INT  work", "0 8");
        row("/^ *int +W/", "  INT  work", "");
        row("/\\W5/", "A-5", "1 2"); // a class is no capital
        row("/x|y$/", "ay", "1 1");
        row("/x*/", "abc", "0 0");
        row("//", "a // b", "2 2");
        row("/", "a / b", "2 1");
        row("/usr/include", "\"/usr/include/x\"", "1 12");
        row("(", "f(x)", "1 1");
        row("ü", "für", "1 2");
    }
    void aPatternFindsItsFirstPlace()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, line);
        const auto read = LinePattern::read(pattern.toStdString());
        QVERIFY(read);
        const auto match = read->in(line.toStdString());
        QTEST(match ? QString("%1 %2").arg(match->begin).arg(match->length) : QString(), "found");
    }
    void whatCannotBeLookedForIsRefused()
    {
        for (const std::string& bad : {std::string(), std::string("/(/"), std::string("/[/"), std::string("/a{2/"),
                                       std::string(1001, 'a'), std::string("a\0b", 3)}) {
            const auto read = LinePattern::read(bad);
            QVERIFY2(!read, bad.c_str());
            QCOMPARE(read.error().code, make_error_code(session::Errc::BadPattern));
            QVERIFY(!read.error().detail.empty());
        }
    }
    void onlyTheBeginningOfALongLineIsLookedThrough()
    {
        const LinePattern pattern = *LinePattern::read("end");
        const std::size_t most = LinePattern::kMostBytes;
        QVERIFY(pattern.in(std::string(most - 3, 'x') + "end"));
        QVERIFY(!pattern.in(std::string(most - 2, 'x') + "end"));
        QVERIFY(LinePattern::read("/end$/")->in(std::string(most - 3, 'x') + "end"));
    }
    void linesOfAFileAreFound()
    {
        const std::string file = write("a.c", "int work;\r\nnothing\n\tWork();\nwork");
        const auto found = linesWith(*LinePattern::read("work"), file, 10);
        QVERIFY(found);
        const std::vector<FoundLine> expected{{1, "int work;", {4, 4}}, {3, "\tWork();", {1, 4}}, {4, "work", {0, 4}}};
        QVERIFY(*found == expected);
        QCOMPARE(linesWith(*LinePattern::read("work"), file, 2)->size(), std::size_t(2));
        QVERIFY(linesWith(*LinePattern::read("xyzzy"), file, 2)->empty());
        QVERIFY(linesWith(*LinePattern::read("x"), write("empty.c", ""), 2)->empty());
    }
    void latin1BecomesUtf8()
    {
        const std::string file = write("latin.f90", "! f\xfcr work\n! f\xc3\xbcr alle\n");
        const std::vector<FoundLine> expected{{1, "! f\xc3\xbcr work", {2, 4}}, {2, "! f\xc3\xbcr alle", {2, 4}}};
        QVERIFY(*linesWith(*LinePattern::read("f\xc3\xbcr"), file, 10) == expected);
        QVERIFY(linesWith(*LinePattern::read("/f.*r/"), file, 10)->size() == 2);
        const std::size_t most = LinePattern::kMostBytes;
        const auto cut =
            linesWith(*LinePattern::read("aa"), write("long", QByteArray(qsizetype(most) - 1, 'a') + "\xfc"), 1);
        QCOMPARE(cut->front().text, std::string(most - 1, 'a')); // not half of a letter
    }
    void whatIsNoTextIsNotLookedThrough()
    {
        const LinePattern pattern = *LinePattern::read("work");
        QVERIFY(!linesWith(pattern, (m_folder.path() + "/missing").toStdString(), 1));
        QVERIFY(!linesWith(pattern, m_folder.path().toStdString(), 1));
        QVERIFY(!linesWith(pattern, write("binary", QByteArray("no\nwo\0rk\nwork\n", 13)), 10));
        const QByteArray fifo = QFile::encodeName(m_folder.filePath("fifo"));
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        QVERIFY(!linesWith(pattern, fifo.toStdString(), 1)); // and nobody waits for a writer
    }
    void aFileThatIsTooLargeIsNotLookedThrough()
    {
        const std::string path = write("large", "work\n");
        QFile file(QString::fromStdString(path));
        QVERIFY(file.resize(qint64(session::kMostSearched) + 1));
        QVERIFY(!linesWith(*LinePattern::read("work"), path, 1));
    }

private:
    std::string write(const char* name, const QByteArray& bytes)
    {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

DBGR_TEST(TestSourceSearch);

} // namespace tst_source_search

#include "tst_source_search.moc"
