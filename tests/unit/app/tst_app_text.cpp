// SPDX-License-Identifier: GPL-3.0-or-later
// The pure helpers of the faces: tables, encodings, escapes.
#include "app/dbgr/escapes.h"
#include "app/dbgr/text_format.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "util/text_encoding.h"

#include <QtTest>

namespace tst_app_text {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;

class TestAppText : public QObject
{
    Q_OBJECT

private slots:
    void knowsUtf8_data();
    void knowsUtf8();
    void cutsBetweenCharacters();
    void encodesBase64();
    void escapesReadBack();
    void alignsColumnsByCharacters();
    void drawsSeveralRootsAndFoldsNamelessFrames();
    void threadsThatWereFoldedAreOneLine();
    void stacksByThreadSayWhichThreads();
};

void TestAppText::knowsUtf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("valid");
    QTest::newRow("empty") << QByteArray("") << true;
    QTest::newRow("ascii") << QByteArray("ring\n") << true;
    QTest::newRow("two") << QByteArray("\xc3\xbc") << true;
    QTest::newRow("three") << QByteArray("\xe2\x82\xac") << true;
    QTest::newRow("four") << QByteArray("\xf0\x9f\x90\x9b") << true;
    QTest::newRow("nul") << QByteArray("\0x", 2) << true;
    QTest::newRow("continuation alone") << QByteArray("\x80") << false;
    QTest::newRow("cut") << QByteArray("\xe2\x82") << false;
    QTest::newRow("overlong 2") << QByteArray("\xc0\xaf") << false;
    QTest::newRow("overlong 3") << QByteArray("\xe0\x80\xaf") << false;
    QTest::newRow("overlong 4") << QByteArray("\xf0\x80\x80\xaf") << false;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << false;
    QTest::newRow("too large") << QByteArray("\xf4\x90\x80\x80") << false;
    QTest::newRow("lead f5") << QByteArray("\xf5\x80\x80\x80") << false;
}

void TestAppText::knowsUtf8()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, valid);
    QCOMPARE(util::isUtf8(bytes.toStdString()), valid);
}

void TestAppText::cutsBetweenCharacters()
{
    const std::string text = "a\xc3\xbc\xe2\x82\xac";
    const std::size_t begins[] = {0, 1, 1, 3, 3, 3, 6};
    for (std::size_t at = 0; at <= text.size(); ++at)
        QCOMPARE(util::beginOfCharacter(text, at), begins[at]);
    QCOMPARE(util::beginOfCharacter("\x80\x80", 1), std::size_t(0));
    QCOMPARE(util::fromLatin1("f\xfcr"), std::string("f\xc3\xbcr"));
}

void TestAppText::encodesBase64()
{
    for (const QByteArray& bytes : {QByteArray(""), QByteArray("f"), QByteArray("fo"), QByteArray("foo"),
                                    QByteArray("\xff\x00\x80z", 4), QByteArray(1000, '\xa5')})
        QCOMPARE(QByteArray::fromStdString(util::toBase64(bytes.toStdString())), bytes.toBase64());
}

void TestAppText::escapesReadBack()
{
    QCOMPARE(unescape("a\\n\\t\\x1b\\\\").value(), std::string("a\n\t\x1b\\"));
    for (const char* bad : {"\\", "\\q", "\\x", "\\x1", "\\xzz"})
        QVERIFY(!unescape(bad));
}

void TestAppText::alignsColumnsByCharacters()
{
    Table table;
    table.add({"gr\xc3\xbc\xc3\x9f", "1"});
    table.add({"x", "", "last"});
    QCOMPARE(table.text(" "), std::string(" gr\xc3\xbc\xc3\x9f  1\n x        last\n"));
}

void TestAppText::drawsSeveralRootsAndFoldsNamelessFrames()
{
    debug::Frame nameless;
    nameless.module = "libc.so.6";
    auto other = nameless;
    other.module = "libpmix.so.2";
    debug::StackTree tree;
    tree.add(util::Rank(0), std::vector{frame("epoll_wait"), other, nameless, nameless});
    tree.add(util::Rank(0),
             std::vector{nameless, frame("work", "ring.cpp", 3), frame("main", "ring.cpp", 9), nameless});
    tree.add(util::Rank(1), std::vector{frame("main", "ring.cpp", 9), nameless});
    QCOMPARE(QString::fromStdString(drawStacks(tree)), QString("ranks  threads  stack\n"
                                                               "0-1          3  libc.so.6 (no symbols)\n"
                                                               "0            1  |- libc.so.6 (no symbols)\n"
                                                               "0            1  |  libpmix.so.2 (no symbols)\n"
                                                               "0            1  |  epoll_wait in ring\n"
                                                               "0-1          2  `- main at ring.cpp:9\n"
                                                               "0            1     work at ring.cpp:3\n"
                                                               "0            1     libc.so.6 (no symbols)\n"));
    debug::StackTree two;
    two.add(util::Rank(0), std::vector{frame("epoll_wait"), nameless, nameless, nameless});
    two.add(util::Rank(0), std::vector{frame("main", "ring.cpp", 9)});
    QCOMPARE(QString::fromStdString(drawStacks(two)), QString("ranks  threads  stack\n"
                                                              "0            1  |- libc.so.6 (no symbols, 3 frames)\n"
                                                              "0            1  |  epoll_wait in ring\n"
                                                              "0            1  `- main at ring.cpp:9\n"));
}

void TestAppText::threadsThatWereFoldedAreOneLine()
{
    debug::StackTree tree;
    tree.add(util::Rank(0), std::vector{frame("main", "ring.cpp", 9)});
    const debug::FoldedThreads helpers{
        util::RankSet::range(util::Rank(0), util::Rank(3)), 8, {"libopen-pal.so.40", "libpmix.so.2"}};
    QCOMPARE(
        QString::fromStdString(drawStacks(tree, {helpers})),
        QString("ranks  threads  stack\n"
                "0            1  main at ring.cpp:9\n"
                "0-3          8  (progress threads of libopen-pal.so.40, libpmix.so.2; 'stacks all' shows them)\n"));
}

void TestAppText::stacksByThreadSayWhichThreads()
{
    debug::StackTree tree;
    debug::ThreadInfo thread;
    thread.name = "ring";
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
        for (thread.index = 1; thread.index < 4; ++thread.index) {
            thread.role = thread.index == 1 ? debug::ThreadRole::Unknown : debug::ThreadRole::OpenMpWorker;
            const bool waits = thread.index == 3 && rank != 1;
            tree.add(util::Rank(rank), thread,
                     std::vector{frame(waits ? "wait" : "work", "ring.cpp", 3), frame("main", "ring.cpp", 9)});
        }
    }
    QCOMPARE(QString::fromStdString(drawStacks(tree, {.by = debug::StacksBy::Thread})),
             QString("which                                        threads  stack\n"
                     "0-2.1 ring; 0-2.2-3 ring (OpenMP worker)           9  main at ring.cpp:9\n"
                     "(0,2).3 ring (OpenMP worker)                       2  |- wait at ring.cpp:3\n"
                     "0-2.1 ring; 0-2.2, 1.3 ring (OpenMP worker)        7  `- work at ring.cpp:3\n"));
}

DBGR_TEST(TestAppText);

} // namespace tst_app_text

#include "tst_app_text.moc"
