// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/report.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_report {

using namespace dbgr;
using agent::Answer;
using agent::Report;

class TestReport : public QObject
{
    Q_OBJECT

private slots:
    void comesBackFromBytes()
    {
        const Report report{util::Rank(3), 4, false, "/opt/app"};
        const auto read = agent::decodeReport(encode(report));
        QVERIFY(read && *read);
        QVERIFY(**read == report);
    }

    void everyPieceButTheWholeIsTooShort()
    {
        const std::string bytes = encode(Report{util::Rank(0), 0, true, "app"});
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto read = agent::decodeReport(std::string_view(bytes).substr(0, size));
            QVERIFY(read && !*read);
        }
    }

    void aLongProgramIsCut()
    {
        const std::string bytes = encode(Report{util::Rank(0), 1, true, std::string(100000, 'x')});
        QVERIFY(bytes.size() <= agent::kMaxReportBytes);
        QCOMPARE(agent::decodeReport(bytes).value()->program.size(), agent::kMaxProgramBytes);
    }

    void garbageIsRefusedAsSoonAsItShows_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto changed = [](std::size_t at, unsigned char to) {
            std::string bytes = encode(Report{util::Rank(1), 2, true, "app"});
            bytes[at] = static_cast<char>(to);
            return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
        };
        QTest::newRow("another protocol") << QByteArray("GET ");
        QTest::newRow("a rank beyond the job") << changed(8, 7);
        QTest::newRow("a rank that no job has") << changed(11, 0x7f);
        QTest::newRow("a job that is too large") << changed(15, 0x7f);
        QTest::newRow("a hold that is none") << changed(16, 2);
        QTest::newRow("a program that is too long") << changed(18, 0x7f);
        QTest::newRow("a program that is no path") << changed(20, 0);
    }
    void garbageIsRefusedAsSoonAsItShows()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!agent::decodeReport(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size()))));
    }

    void wordsAreTakenOneByOne()
    {
        std::string bytes = std::string(1, agent::kFollows) + agent::encodeBelow(util::Pid(4711)) + agent::kStands;
        QVERIFY((agent::takeWord(bytes).value() == agent::Word{agent::kFollows, util::Pid()}));
        QVERIFY((agent::takeWord(bytes).value() == agent::Word{agent::kBelow, util::Pid(4711)}));
        QVERIFY((agent::takeWord(bytes).value() == agent::Word{agent::kStands, util::Pid()}));
        QVERIFY(bytes.empty() && !agent::takeWord(bytes).value());
    }

    void aPieceOfAWordIsKept()
    {
        const std::string whole = agent::encodeBelow(util::Pid(4711));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            std::string piece = whole.substr(0, size);
            const auto word = agent::takeWord(piece);
            QVERIFY(word && !*word);
            QCOMPARE(piece.size(), size);
        }
    }

    void wordsThatCannotBeAreRefused()
    {
        for (const std::string& bytes : {std::string("x"), agent::encodeBelow(util::Pid(0)),
                                         agent::encodeBelow(util::Pid(-1)), std::string(1, '\0')}) {
            std::string taken = bytes;
            QVERIFY(!agent::takeWord(taken));
        }
    }

    void answersComeBackFromBytes()
    {
        const std::string bytes = encode(Answer{util::Pid(4711)});
        QCOMPARE(bytes.size(), agent::kAnswerBytes);
        QCOMPARE(agent::decodeAnswer(bytes)->daemon.value(), 4711);
        QVERIFY(!agent::decodeAnswer(bytes.substr(1)));
        QVERIFY(!agent::decodeAnswer(bytes + "x"));
        QVERIFY(!agent::decodeAnswer(encode(Answer{util::Pid(-1)})));
    }
};

DBGR_TEST(TestReport, QCoreApplication);

} // namespace tst_report

#include "tst_report.moc"
