// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>

#include "session/moved_line.h"
#include "tests/support/run/test_class.h"
#include "ui/source/bookmarks.h"

namespace tst_bookmarks {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

const SourceNames kRing{"/src/ring.cpp", "/here/ring.cpp"};
const SourceNames kHeat{"/src/heat.f90", {}};

QString numbered(int lines)
{
    QString text;
    for (int i = 1; i <= lines; ++i)
        text += QString("line %1\n").arg(i);
    return text;
}

/// "/src/ring.cpp:7 text"; "?" behind what is lost.
QStringList words(const Bookmarks& bookmarks)
{
    QStringList all;
    for (const Bookmark& one : bookmarks.all())
        all << QString("%1:%2 %3%4").arg(one.file).arg(one.line).arg(one.text, one.lost ? "?" : "");
    return all;
}

/// Where next() leads to; "" nowhere.
QString next(const Bookmarks& bookmarks, const char* file, std::uint32_t line, bool forward)
{
    const Bookmark* const found = bookmarks.next({file, line, 0}, forward);
    return found ? QString("%1:%2").arg(found->file).arg(found->line) : QString();
}

} // namespace

class TestBookmarks : public QObject
{
    Q_OBJECT

private slots:
    void aLineIsMarkedAndNotMarked()
    {
        Bookmarks bookmarks;
        QSignalSpy changed(&bookmarks, &Bookmarks::changed);
        bookmarks.toggle(kRing, 7, "  int a; \n");
        bookmarks.toggle(kRing, 3, "{");
        QCOMPARE(words(bookmarks), (QStringList{"/src/ring.cpp:3 {", "/src/ring.cpp:7 int a;"}));
        QVERIFY(bookmarks.at(kRing, 7) && !bookmarks.at(kRing, 8) && !bookmarks.at(kHeat, 7));
        QVERIFY(bookmarks.at({"/link/ring.cpp", "/src/ring.cpp"}, 7)); // the same file by its other name
        bookmarks.toggle(kRing, 7, "int a;");
        QCOMPARE(words(bookmarks), QStringList{"/src/ring.cpp:3 {"});
        QCOMPARE(changed.size(), 3);
    }
    void aRemarkMarksTheLine()
    {
        Bookmarks bookmarks;
        QSignalSpy changed(&bookmarks, &Bookmarks::changed);
        bookmarks.setRemark(kRing, 7, "int a;", "too small");
        bookmarks.setRemark(kRing, 7, "int a;", "too small"); // nothing new
        QCOMPARE(changed.size(), 1);
        QCOMPARE(bookmarks.at(kRing, 7)->remark, "too small");
        bookmarks.setRemark(kRing, 7, "int a;", {});
        QVERIFY(bookmarks.at(kRing, 7)->remark.isEmpty());
        bookmarks.remove({"/src/ring.cpp", 8, 0});
        QCOMPARE(bookmarks.all().size(), std::size_t(1));
        bookmarks.remove({"/src/ring.cpp", 7, 0});
        QVERIFY(bookmarks.all().empty());
    }
    void nextAndPreviousLeadThroughAllFilesAndAroundTheEnd()
    {
        Bookmarks bookmarks;
        QCOMPARE(next(bookmarks, "/src/ring.cpp", 1, true), QString());
        bookmarks.set({{"/src/ring.cpp", 20}, {"/src/heat.f90", 5}, {"/src/ring.cpp", 3}});
        QCOMPARE(next(bookmarks, "/src/ring.cpp", 3, true), "/src/ring.cpp:20");
        QCOMPARE(next(bookmarks, "/src/ring.cpp", 20, true), "/src/heat.f90:5");
        QCOMPARE(next(bookmarks, "/src/heat.f90", 1, true), "/src/heat.f90:5");
        QCOMPARE(next(bookmarks, "/src/ring.cpp", 20, false), "/src/ring.cpp:3");
        QCOMPARE(next(bookmarks, "/src/ring.cpp", 3, false), "/src/heat.f90:5");
        QCOMPARE(next(bookmarks, "/src/heat.f90", 5, false), "/src/ring.cpp:20");
        QCOMPARE(next(bookmarks, "", 0, true), "/src/heat.f90:5"); // no file is open
    }
    void bookmarksFollowTheirLines()
    {
        Bookmarks bookmarks;
        const QString text = numbered(600);
        bookmarks.toggle(kRing, 10, "line 10");
        bookmarks.toggle(kRing, 11, "line 11");
        bookmarks.toggle(kRing, 500, "line 500");
        bookmarks.toggle(kHeat, 10, "x");
        QSignalSpy changed(&bookmarks, &Bookmarks::changed);
        bookmarks.follow(kRing, text);
        QCOMPARE(changed.size(), 0);
        bookmarks.follow(kRing, "new\n" + text);
        QCOMPARE(words(bookmarks), (QStringList{"/src/heat.f90:10 x", "/src/ring.cpp:11 line 10",
                                                "/src/ring.cpp:12 line 11", "/src/ring.cpp:501 line 500"}));
        QCOMPARE(changed.size(), 1);
        bookmarks.follow(kRing, text); // and back
        QCOMPARE(bookmarks.all().back().line, 500U);
    }
    void whatIsNotFoundForCertainStays()
    {
        constexpr int kReach = static_cast<int>(session::kReach);
        Bookmarks bookmarks;
        bookmarks.toggle(kRing, 2, "end();");
        bookmarks.follow(kRing, "end();\na\nend();\n"); // either
        QCOMPARE(words(bookmarks), QStringList{"/src/ring.cpp:2 end();?"});
        bookmarks.follow(kRing, "a\n");
        QCOMPARE(words(bookmarks), QStringList{"/src/ring.cpp:2 end();?"});
        bookmarks.follow(kRing, "a\nb\nend();\n"); // it is there again
        QCOMPARE(words(bookmarks), QStringList{"/src/ring.cpp:3 end();"});
        bookmarks.follow(kRing, QString("\n").repeated(kReach + 3) + "end();\n"); // one line too far
        QCOMPARE(words(bookmarks), QStringList{"/src/ring.cpp:3 end();?"});
        bookmarks.follow(kRing, QString("\n").repeated(kReach + 2) + "end();\n");
        QCOMPARE(words(bookmarks), QStringList{QString("/src/ring.cpp:%1 end();").arg(kReach + 3)});
    }
    void aTextThatIsNotKnownIsRead()
    {
        Bookmarks bookmarks;
        bookmarks.set({{"ring.cpp", 2}, {"/here/ring.cpp", 9}}); // by hand, and opened before the job
        bookmarks.follow(kRing, "a\n  b\nc\n");
        QCOMPARE(words(bookmarks), (QStringList{"/src/ring.cpp:2 b", "/src/ring.cpp:9 "}));
    }
    void longLinesAreKnownByTheirBeginning()
    {
        const QString line =
            QString("a").repeated(session::kMostCompared - 1) + QString::fromUtf8("\xf0\x9f\x98\x80 b");
        QCOMPARE(Bookmarks::lineKey("\t" + line).size(), int(session::kMostCompared) - 1); // no half letters
        Bookmarks bookmarks;
        bookmarks.toggle(kRing, 1, line);
        bookmarks.follow(kRing, "new\n" + line + "\n");
        QCOMPARE(bookmarks.all().front().line, 2U);
    }
};

DBGR_TEST(TestBookmarks, QCoreApplication);

} // namespace tst_bookmarks

#include "tst_bookmarks.moc"
