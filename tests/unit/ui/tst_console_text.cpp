// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "ui/console/console_text.h"

#include <QTest>

#include <random>
#include <string>

namespace tst_console_text {

using namespace dbgr::ui;

class TestConsoleText : public QObject
{
    Q_OBJECT

private slots:
    void plainTextStaysAsItIs()
    {
        const VisibleText shown = visibleText("token 7, größer, 数");
        QCOMPARE(shown.text, QStringLiteral("token 7, größer, 数"));
        QVERIFY(shown.runs.empty());
        QCOMPARE(visibleText("").text, QString());
    }

    void controlCharactersAreMadeVisible()
    {
        QCOMPARE(visibleText(std::string_view("a\0b\x07\x7f", 5)).text, QStringLiteral("a^@b^G^?"));
        QCOMPARE(visibleText("\xc2\x9bx").text, QStringLiteral("<U+009B>x"));
    }

    void whatWouldReorderTextIsNamed()
    {
        QCOMPARE(visibleText("ab\xe2\x80\xae"
                             "cd")
                     .text,
                 QStringLiteral("ab<U+202E>cd"));
    }

    void invalidBytesAreReplaced()
    {
        const QString shown = visibleText("a\xff\xfe"
                                          "b\xc3")
                                  .text;
        QVERIFY(shown.startsWith(QLatin1Char('a')) && shown.contains(QLatin1Char('b')));
        QCOMPARE(shown.count(QChar::ReplacementCharacter), 3);
    }

    void tabsGoToTheNextEighthColumn()
    {
        QCOMPARE(visibleText("a\tb\t\tc").text, QStringLiteral("a       b               c"));
    }

    void aCarriageReturnBeginsTheLineAnew()
    {
        QCOMPARE(visibleText("10 %\r20 %\r100 %").text, QStringLiteral("100 %"));
        QCOMPARE(visibleText("of DOS\r").text, QStringLiteral("of DOS"));
        QVERIFY(visibleText("\x1b[31mred\r\x1b[0mplain").runs.empty());
    }

    void coloursAreRunsOfStyle()
    {
        const VisibleText shown = visibleText("a \x1b[1;31mred\x1b[0m b \x1b[38;5;208mo\x1b[48;2;1;2;3mp\x1b[m");
        QCOMPARE(shown.text, QStringLiteral("a red b op"));
        QCOMPARE(shown.runs.size(), std::size_t(3));
        QCOMPARE(shown.runs[0].start, qsizetype(2));
        QCOMPARE(shown.runs[0].length, qsizetype(3));
        QVERIFY(shown.runs[0].style.bold);
        QCOMPARE(shown.runs[0].style.foreground, 1);
        QCOMPARE(shown.runs[1].style.foreground, 208);
        QCOMPARE(shown.runs[2].style.background, TextStyle::kTrueColor | 0x010203);
    }

    void otherSequencesAreLeftOut()
    {
        QCOMPARE(visibleText("\x1b[2K\x1b[1Gdone\x1b[?25h").text, QStringLiteral("done"));
        QCOMPARE(visibleText("\x1b]8;;http://x\x07link\x1b]8;;\x1b\\").text, QStringLiteral("link"));
    }

    void brokenSequencesAreShown()
    {
        QCOMPARE(visibleText("\x1b[31").text, QStringLiteral("^[[31"));
        QCOMPARE(visibleText("\x1b]0;title").text, QStringLiteral("^[]0;title"));
        QCOMPARE(visibleText("\x1b").text, QStringLiteral("^["));
    }

    void anyBytesCanBeShown()
    {
        std::mt19937 random(7);
        const std::string spice("\x1b[]m;0:38\r\t\x07\\\xe2\x80\xae\xff", 19);
        for (int round = 0; round < 2000; ++round) {
            std::string bytes(random() % 60, '\0');
            for (char& c : bytes)
                c = random() % 2 ? spice[random() % spice.size()] : static_cast<char>(random());
            const VisibleText shown = visibleText(bytes);
            qsizetype last = 0;
            for (const StyledRun& run : shown.runs) {
                QVERIFY(run.start >= last && run.length > 0);
                last = run.start + run.length;
            }
            QVERIFY(last <= shown.text.size());
            for (const QChar c : shown.text)
                QVERIFY(c.unicode() >= 0x20);
        }
        QVERIFY(visibleText("\x1b[" + std::string(100000, '9') + "m.").text == QStringLiteral("."));
    }

    void coloursCanBeReadOnWhatIsBehind()
    {
        for (const QColor& behind : {QColor(Qt::white), QColor(0x1e, 0x1e, 0x1e)}) {
            for (int code = 0; code < 256; ++code) {
                const int distance = std::abs(qGray(terminalColor(code, behind).rgb()) - qGray(behind.rgb()));
                QVERIFY2(distance > 30, qPrintable(QString::number(code)));
            }
        }
    }
};

DBGR_TEST(TestConsoleText);

} // namespace tst_console_text

#include "tst_console_text.moc"
