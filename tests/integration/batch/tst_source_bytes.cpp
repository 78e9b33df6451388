// SPDX-License-Identifier: GPL-3.0-or-later
// Sources whose bytes are not what most have: breakpoints are hit in the lines that were asked for, and what is shown
// and found there is what those lines say.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QtTest>

#include <map>

namespace tst_source_bytes {

using dbgr::test::BatchRun;

namespace {

/// Of each line but the last, which has none.
QByteArray joined(const QList<QByteArray>& lines, const QByteArray& end)
{
    return lines.join(end);
}

/// "remark" stands in line 2, statements in lines 5 and 6, and the last one in line 8.
QByteArray program(const QByteArray& remark, const QByteArray& end)
{
    return joined({"static volatile int g_sum = 0;", remark, "int main()", "{", "\tg_sum += 5; // fifth",
                   "    g_sum += 6; // sixth", "    return g_sum - 11;", "} // last"},
                  end);
}

QJsonObject nextStop(BatchRun& run)
{
    run.type("continue");
    const QJsonObject stop =
        run.waitFor([](const QJsonObject& o) { return o["event"] == "stopped" && o["reason"] == "breakpoint"; });
    static_cast<void>(run.waitForReply("continue"));
    return stop["frame"].toObject();
}

bool build(const QString& compiler, const QStringList& words, const QString& source, const QString& to)
{
    return QProcess::execute(compiler, QStringList{"-g", "-O0", "-w"} + words + QStringList{source, "-o", to}) == 0;
}

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// Of the line in the middle of what `list` shows.
QString listed(BatchRun& run, const char* file, int line)
{
    run.type(QString("list %1:%2").arg(file).arg(line));
    const QJsonObject reply = run.waitForReply("list");
    return reply["lines"].toArray()[line - reply["first"].toInt()].toString();
}

} // namespace

class TestSourceBytes : public QObject
{
    Q_OBJECT

private slots:
    void linesAreThoseOfTheCompiler_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("remark");
        const QString remark = QString::fromUtf8("// für 5 €");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& shown) {
            QTest::newRow(name) << bytes << shown;
        };
        row("UTF-8", program(remark.toUtf8(), "\n"), remark);
        row("UTF-8 with a mark and CRLF", "\xef\xbb\xbf" + program(remark.toUtf8(), "\r\n"), remark);
        row("Latin-1", program("// f\xfcr", "\n"), QString::fromUtf8("// für"));
        row("Latin-1 with CRLF", program("// f\xfcr", "\r\n"), QString::fromUtf8("// für"));
        row("CR alone", program("// " + remark.toUtf8(), "\r"), "// " + remark);
        row("a CR among LF", program("", "\n").replace("\n\n", "\r// more\n"), "// more");
        row("what Unicode calls ends of lines",
            program("// a\xe2\x80\xa8"
                    "b\f\v c",
                    "\n"),
            QString("// a") + QChar(0x2028) + "b\f\v c");
        row("an empty line", program("", "\r\n"), "");
        row("a long line", program("// " + QByteArray(200000, 'x'), "\n"), "// xxx");
        row("a zero byte", program("// " + QByteArray(5000, 'x') + QByteArray("\0y", 2), "\n"), "// xxx");
        row("with an end of the last line", program("// more", "\n") + '\n', "// more");
    }
    void linesAreThoseOfTheCompiler()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, remark);
        BatchRun run;
        const QString source = run.folder() + "/bytes.cpp";
        QVERIFY(write(source, bytes) && build(DBGR_TEST_CXX, {}, source, run.folder() + "/bytes"));
        run.option({"--stop=exec", "--keep-going"});
        run.start(2, run.folder() + "/bytes");
        for (const int line : {5, 6}) {
            run.type(QString("break bytes.cpp:%1").arg(line));
            QVERIFY2(!run.waitForReply("break").isEmpty(), run.transcript());
        }
        for (const int line : {5, 6})
            QCOMPARE(nextStop(run)["line"].toInt(), line);
        QVERIFY2(listed(run, "bytes.cpp", 2).startsWith(remark), run.transcript());
        QCOMPARE(listed(run, "bytes.cpp", 5), QString("\tg_sum += 5; // fifth"));
        QCOMPARE(listed(run, "bytes.cpp", 8), QString("} // last"));
        run.type("search /^} .*last$/");
        const QJsonArray files = run.waitForReply("search")["files"].toArray();
        QVERIFY2(files.size() == 1, run.transcript());
        const QJsonArray lines = files[0].toObject()["lines"].toArray();
        QVERIFY2(lines.size() == 1 && lines[0].toObject()["line"] == 8, run.transcript());
        run.type("search /^static volatile/");
        const QJsonArray first = run.waitForReply("search")["files"].toArray();
        QVERIFY2(first.size() == 1 && first[0].toObject()["lines"].toArray()[0].toObject()["line"] == 1,
                 run.transcript());
    }

    void linesOfFixedFormAreThoseOfTheCompiler_data()
    {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<QByteArray>("remark");
        QTest::addColumn<QString>("shown");
        QTest::newRow("LF") << QByteArray("\n") << QByteArray("C     plain") << QString("C     plain");
        QTest::newRow("CRLF, Latin-1") << QByteArray("\r\n") << QByteArray("C     f\xfcr")
                                       << QString::fromUtf8("C     für");
        QTest::newRow("UTF-8 behind column 72") << QByteArray("\n") << QByteArray("C").leftJustified(72) + "f\xc3\xbcr"
                                                << QString("C").leftJustified(72) + QString::fromUtf8("für");
    }
    void linesOfFixedFormAreThoseOfTheCompiler()
    {
#ifdef DBGR_TEST_FORTRAN // where this machine has a Fortran compiler; moc sees no definitions
        QFETCH(QByteArray, end);
        QFETCH(QByteArray, remark);
        QFETCH(QString, shown);
        BatchRun run;
        const QString source = run.folder() + "/fixed.f";
        const QByteArray text = joined({"      PROGRAM FIXED", remark, "      INTEGER VALUE", "      VALUE = 4",
                                        QByteArray("      VALUE = VALUE").leftJustified(72) + "ignored", "     +  + 1",
                                        "\tVALUE = VALUE + 2", "      IF (VALUE .NE. 7) STOP 1", "      END"},
                                       end);
        QVERIFY(write(source, text) && build(DBGR_TEST_FORTRAN, {}, source, run.folder() + "/fixed"));
        run.option({"--stop=exec", "--keep-going"});
        run.start(2, run.folder() + "/fixed");
        for (const int line : {6, 7, 8}) { // gfortran has a statement where its last line is
            run.type(QString("break fixed.f:%1").arg(line));
            QVERIFY2(!run.waitForReply("break").isEmpty(), run.transcript());
        }
        const std::map<int, QString> values{{6, "4"}, {7, "5"}, {8, "7"}};
        for (const auto& [line, value] : values) {
            QCOMPARE(nextStop(run)["line"].toInt(), line);
            run.type("print value");
            const QJsonObject reply = run.waitForReply("print");
            QVERIFY2(QJsonDocument(reply).toJson().contains("\"" + value.toUtf8() + "\""), run.transcript());
        }
        QCOMPARE(listed(run, "fixed.f", 2), shown);
        QCOMPARE(listed(run, "fixed.f", 7), QString("\tVALUE = VALUE + 2"));
#endif
    }
};

DBGR_TEST(TestSourceBytes, QCoreApplication);

} // namespace tst_source_bytes

#include "tst_source_bytes.moc"
