// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/source_text.h"

#include <QtTest>

namespace tst_source_text {

using namespace dbgr::util;

class TestSourceText : public QObject
{
    Q_OBJECT

private slots:
    void linesAreWhatDebugInformationCounts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& text) {
            QTest::newRow(name) << bytes << text;
        };
        row("nothing", "", "");
        row("an empty line", "\n", "\n");
        row("no end of the last line", "a\nb", "a\nb");
        row("CRLF", "a\r\n\r\nb\r\n", "a\n\nb\n");
        row("CRLF, but for the last line", "a\r\nb", "a\nb");
        row("CRLF here and LF there", "a\r\nb\nc\r\n", "a\nb\nc\n");
        row("CR", "a\r\rb\r", "a\n\nb\n");
        row("CR here and CRLF there", "a\rb\nc\r\r\nd", "a\nb\nc\n\nd");
        row("form feeds and what Unicode calls ends",
            "a\fb\vc\xe2\x80\xa8"
            "d\xc2\x85"
            "e\n",
            QString("a\fb\vc") + QChar(0x2028) + 'd' + QChar(0x85) + "e\n");
        row("UTF-8", "f\xc3\xbcr \xf0\x9f\x98\x80\n", QString::fromUtf8("für 😀\n"));
        row("UTF-8 with a mark",
            "\xef\xbb\xbf"
            "a\n",
            "a\n");
        row("a mark and nothing", "\xef\xbb\xbf", "");
        row("a mark elsewhere is a letter",
            "a\n\xef\xbb\xbf"
            "b",
            QString("a\n") + QChar(0xfeff) + 'b');
        row("Latin-1", "f\xfcr\n", QString::fromUtf8("für\n"));
        row("each line for itself", "f\xfcr\nf\xc3\xbcr\n", QString::fromUtf8("für\nfür\n"));
        row("half a letter of UTF-8", "a\xc3\nb\n", QString::fromUtf8("aÃ\nb\n"));
        row("a letter of UTF-8 is not joined over lines", "a\xc3\n\xbc\n", QString::fromUtf8("aÃ\n¼\n"));
        row("zero bytes", QByteArray("a\0b\nc\n", 6), "a\u2400b\nc\n");
        row("zero bytes in Latin-1", QByteArray("\xfc\0\n", 3), QString::fromUtf8("ü\u2400\n"));
        row("tabs stay", "\ta\t b\n", "\ta\t b\n");
    }
    void linesAreWhatDebugInformationCounts()
    {
        QFETCH(QByteArray, bytes);
        const std::string text = sourceText(bytes.toStdString());
        QTEST(QString::fromStdString(text), "text");
        QCOMPARE(text.find('\r'), std::string::npos);
        QCOMPARE(sourceText(text), text); // once is enough
    }
    void zeroBytesAtTheBeginningAreNoText()
    {
        const std::string text(kToldByBytes - 1, 'a');
        QVERIFY(isSourceText(""));
        QVERIFY(isSourceText(text));
        QVERIFY(!isSourceText(text + '\0'));
        QVERIFY(isSourceText(text + 'a' + '\0'));
    }
};

DBGR_TEST(TestSourceText);

} // namespace tst_source_text

#include "tst_source_text.moc"
