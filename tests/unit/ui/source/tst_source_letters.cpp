// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and columns of texts in which a letter is not one byte, or a line not what it seems.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/source_language.h"
#include "ui/source/source_view.h"

namespace tst_source_letters {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct View : test::UiFixture
{
    View()
    {
        view.resize(900, 400);
        view.show();
    }
    /// Puts the cursor before the first letter of `word`, at its `nth` place in the text.
    bool goTo(const QString& word, int nth = 1)
    {
        view.findAll(word, true);
        view.showLine(1);
        int number = 0;
        for (int i = 0; i < nth; ++i)
            number = view.goToMatch(true, i == 0);
        const long begin = view.SendScintilla(QsciScintillaBase::SCI_GETSELECTIONSTART);
        view.SendScintilla(QsciScintillaBase::SCI_SETEMPTYSELECTION, begin);
        return number == nth;
    }
    [[nodiscard]] QString pointed()
    {
        view.SendScintilla(QsciScintillaBase::SCI_COLOURISE, 0UL, -1L); // as if it had been shown
        QSignalSpy spy(&view, &SourceView::hovered);
        view.pointAtCursor();
        return spy.isEmpty() ? QStringLiteral("-") : spy.back().front().toString();
    }

    SourceView view{context};
};

} // namespace

class TestSourceLetters : public QObject
{
    Q_OBJECT

private slots:
    void theNameAtTheCursorIsTheOneThatIsSeen_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("file");
        const auto row = [](const char* name, const char* line, const char* file = "a.cpp") {
            QTest::newRow(name) << QString::fromUtf8(line) << file;
        };
        row("letters of one byte", "int before; use(state.value, after);");
        row("of two", "/* für große */ use(state.value, after);");
        row("of three", "/* 終わり */ use(state.value, after);");
        row("of four", "/* 😀😀😀 */ use(state.value, after);");
        row("with marks of their own", "/* a\u0308o\u0308 */ use(state.value, after);");
        row("in strings", "puts(\"😀\"), use(state.value, after);");
        row("behind tabs", "\t\tuse(\tstate.value,\tafter);");
        row("behind a form feed", "\fuse(state.value, after);");
        row("a sign for a byte", "\u2400 use(state.value, after);");
        row("fixed form", "      call use(state%value, after)", "a.f");
        row("fixed form with a tab", "\tcall use(state%value, after)", "a.f");
        row("fixed form, letters of two bytes", "      call p('äöü', state%value, after)", "a.f");
        row("free form, letters of four bytes", "call p('😀😀', state%value, after)", "a.f90");
        row("a long line before it", (QByteArray(3000, ' ') + "use(state.value, after);").constData());
    }
    void theNameAtTheCursorIsTheOneThatIsSeen()
    {
        QFETCH(QString, line);
        QFETCH(QString, file);
        View ui;
        for (const QString& text : {line, "first\n" + line, line + '\n', "first\n\n" + line + "\nlast"}) {
            ui.view.showText(text, languageOf(file, text));
            const bool isFortran = file != "a.cpp";
            QVERIFY(ui.goTo("value"));
            QCOMPARE(ui.view.wordAtCursor(), QString("value"));
            QCOMPARE(ui.view.expressionAtCursor(), QString(isFortran ? "state%value" : "state.value"));
            QCOMPARE(ui.pointed(), QString(isFortran ? "state%value" : "state.value"));
            QVERIFY(ui.goTo("after"));
            QCOMPARE(ui.view.wordAtCursor(), QString("after"));
            QCOMPARE(ui.view.expressionAtCursor(), QString("after"));
            QCOMPARE(ui.pointed(), QString("after"));
            QVERIFY(ui.goTo("state"));
            QCOMPARE(ui.pointed(), QString("state"));
        }
    }
    void namesMayHaveOtherLetters()
    {
        View ui;
        for (const char* const name : {"größe", "Δx", "変数", "x_é"}) {
            const QString word = QString::fromUtf8(name);
            ui.view.showText("use(a." + word + " + 1);\n", SourceLanguage::Cpp);
            QVERIFY(ui.goTo(word));
            QCOMPARE(ui.view.wordAtCursor(), word);
            QCOMPARE(ui.view.expressionAtCursor(), "a." + word);
            QCOMPARE(ui.pointed(), "a." + word);
        }
    }
    void fortranReservesNoWords()
    {
        View ui;
        for (const char* const name : {"value", "data", "result", "target", "size", "kind", "type", "if"}) {
            ui.view.showText(QString("      total = 1 + %1\n").arg(name), SourceLanguage::FixedFortran);
            QVERIFY(ui.goTo(name));
            QCOMPARE(ui.pointed(), QString(name));
            ui.view.showText(QString("total = 1 ! %1\n").arg(name), SourceLanguage::Fortran);
            QVERIFY(ui.goTo(name));
            QCOMPARE(ui.pointed(), QString("-"));
        }
        ui.view.showText("return 1;\n", SourceLanguage::Cpp);
        QVERIFY(ui.goTo("return"));
        QCOMPARE(ui.pointed(), QString("-"));
    }
    void aSelectionIsWhatIsMeantWhereTheMouseIsOnIt()
    {
        View ui;
        ui.view.showText(QString::fromUtf8("/* 😀ü */ f(a + b, c);\na + b\n"), SourceLanguage::Cpp);
        ui.view.findAll("a + b", true);
        QCOMPARE(ui.view.goToMatch(true, true), 1);
        QCOMPARE(ui.pointed(), QString("a + b"));
        ui.view.selectAll();
        QVERIFY(ui.pointed() != ui.view.selectedText().trimmed()); // several lines are no expression
    }
    void whatStandsBehindColumn72OfFixedFormIsAComment()
    {
        View ui;
        const QString line = QString("      call use(value)").leftJustified(72) + "behind";
        ui.view.showText(line + '\n', SourceLanguage::FixedFortran);
        QVERIFY(ui.goTo("behind"));
        QCOMPARE(ui.pointed(), QString("-"));
        ui.view.showText(line.mid(6) + '\n', SourceLanguage::Fortran);
        QVERIFY(ui.goTo("behind"));
        QCOMPARE(ui.pointed(), QString("behind"));
    }
    void matchesCoverWhatTheyMatch_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("word");
        QTest::addColumn<bool>("caseCounts");
        QTest::addColumn<QStringList>("matches");
        const auto row = [](const char* name, const char* text, const char* word, bool caseCounts,
                            const QStringList& matches) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(word) << caseCounts << matches;
        };
        row("ASCII", "Work work\nWORK", "work", false, {"Work", "work", "WORK"});
        row("ASCII, its case counts", "Work work\nWORK", "work", true, {"work"});
        row("umlauts", "für FÜR Für", "für", false,
            {QString::fromUtf8("für"), QString::fromUtf8("FÜR"), QString::fromUtf8("Für")});
        row("a letter with more bytes", "k \u212a K.", "k", false, {"k", QString(QChar(0x212a)), "K"});
        row("behind wide letters", "😀 a 😀 a", "a", true, {"a", "a"});
        row("at the end without an end of line", "x\nab", "ab", true, {"ab"});
    }
    void matchesCoverWhatTheyMatch()
    {
        QFETCH(QString, text);
        QFETCH(QString, word);
        QFETCH(bool, caseCounts);
        View ui;
        ui.view.showText(text, SourceLanguage::Plain);
        const int count = ui.view.findAll(word, caseCounts);
        QStringList matches;
        for (int i = 0; i < count; ++i) {
            QCOMPARE(ui.view.goToMatch(true, i == 0), i + 1);
            matches << ui.view.selectedText();
        }
        QTEST(matches, "matches");
        if (count > 1) {
            QCOMPARE(ui.view.goToMatch(true, false), 1); // around the end
            QCOMPARE(ui.view.goToMatch(false, false), count);
        }
    }
    void aTextHasTheLinesThatItHas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint32>("lines");
        QTest::newRow("empty") << QString() << 1U;
        QTest::newRow("one without an end") << QString("a") << 1U;
        QTest::newRow("one") << QString("a\n") << 2U;
        QTest::newRow("what Unicode calls ends")
            << QString("a\fb\v") + QChar(0x2028) + QChar(0x2029) + QChar(0x85) << 1U;
        QTest::newRow("a sign for a zero byte") << QString("a\u2400b\n") << 2U;
    }
    void aTextHasTheLinesThatItHas()
    {
        QFETCH(QString, text);
        View ui;
        for (const SourceLanguage language :
             {SourceLanguage::Plain, SourceLanguage::Cpp, SourceLanguage::FixedFortran, SourceLanguage::Python}) {
            ui.view.showText(text, language);
            QTEST(ui.view.lineCount(), "lines");
            ui.view.showLine(9); // behind the end is the last one
            QCOMPARE(ui.view.cursorLine(), ui.view.lineCount());
            QVERIFY(ui.pointed().size() <= 1); // and there is nothing to fall over
        }
    }
    void aVeryLongLineCostsLittle()
    {
        View ui;
        QElapsedTimer timer;
        timer.start();
        ui.view.showText("int first;\n" + QString("x123, ").repeated(200000) + "\nint last;\n", SourceLanguage::Cpp);
        ui.view.showLine(2);
        ui.view.repaint();
        QCOMPARE(ui.view.lineCount(), 4U);
        QVERIFY(ui.goTo("last"));
        QCOMPARE(ui.view.cursorLine(), 3U);
        QCOMPARE(ui.view.expressionAtCursor(), QString("last"));
        qInfo("a line of 1.2 MB: %lld ms", static_cast<long long>(timer.elapsed()));
    }
};

DBGR_TEST(TestSourceLetters, QApplication);

} // namespace tst_source_letters

#include "tst_source_letters.moc"
