// SPDX-License-Identifier: GPL-3.0-or-later
// Merged stacks for other programs: every thread is there once, and no name breaks the format.
#include "session/stack_export.h"
#include "tests/support/run/test_class.h"

#include <QXmlStreamReader>
#include <QtTest>

#include <map>

namespace tst_stack_export {

using namespace dbgr;

namespace {

debug::Frame frame(const std::string& function)
{
    debug::Frame made;
    made.function = function;
    made.where.file = "/src/ring.cpp";
    made.where.line = 7;
    return made;
}

/// Threads that stand in these calls, the outermost first.
void add(debug::StackTree& tree, std::uint32_t rank, std::vector<std::string> functions)
{
    std::vector<debug::Frame> innermostFirst;
    for (auto it = functions.rbegin(); it != functions.rend(); ++it)
        innermostFirst.push_back(frame(*it));
    tree.add(util::Rank(rank), innermostFirst);
}

debug::StackTree someTree()
{
    debug::StackTree tree;
    add(tree, 0, {"main", "work"});
    add(tree, 1, {"main", "work"});
    add(tree, 1, {"main", "work", "deep"});
    add(tree, 2, {"main"});
    add(tree, 3, {"start_thread"});
    return tree;
}

} // namespace

class TestStackExport : public QObject
{
    Q_OBJECT

private slots:
    void foldedLinesCountEachThreadOnce()
    {
        const QStringList lines =
            QString::fromStdString(session::stacksAsFolded(someTree())).split('\n', Qt::SkipEmptyParts);
        std::map<QString, int> counts;
        for (const QString& line : lines)
            counts[line.section(' ', 0, -2)] += line.section(' ', -1).toInt();
        const std::map<QString, int> expected{
            {"main at ring.cpp:7", 1},
            {"main at ring.cpp:7;work at ring.cpp:7", 2},
            {"main at ring.cpp:7;work at ring.cpp:7;deep at ring.cpp:7", 1},
            {"start_thread at ring.cpp:7", 1},
        };
        QVERIFY2(counts == expected, qPrintable(lines.join('\n')));
    }

    void aSemicolonPartsNoCall()
    {
        debug::StackTree tree;
        add(tree, 0, {"f<a;b>\nc"});
        QCOMPARE(session::stacksAsFolded(tree), std::string("f<a,b> c at ring.cpp:7 1\n"));
    }

    void aGraphHasANodeForEachPlace()
    {
        const QString dot = QString::fromStdString(session::stacksAsDot(someTree()));
        QVERIFY(dot.startsWith("digraph stacks {\n"));
        QVERIFY(dot.endsWith("}\n"));
        QCOMPARE(dot.count("[label=\"main at ring.cpp:7\"]"), 1);
        QVERIFY2(dot.contains("n1 -> n2 [label=\"3 threads\\n[0-1]\"]"), qPrintable(dot));
        QVERIFY2(dot.contains("n2 -> n3 [label=\"1 thread\\n[1]\"]"), qPrintable(dot));
    }

    void quotesDoNotEndALabel()
    {
        debug::StackTree tree;
        add(tree, 0, {"operator\"\"_k\\"});
        QVERIFY(session::stacksAsDot(tree).find("label=\"operator\\\"\\\"_k\\\\ at") != std::string::npos);
    }

    void aPictureIsXmlAndAsWideAsItHasThreads()
    {
        debug::StackTree tree = someTree();
        add(tree, 4, {"f<std::vector<int>> & \"g\"", "\xff\x01"});
        QXmlStreamReader xml(QString::fromStdString(session::stacksAsSvg(tree)));
        double width = 0;
        int boxes = 0;
        QStringList tips;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == QLatin1String("svg"))
                width = xml.attributes().value("viewBox").toString().section(' ', 2, 2).toDouble();
            else if (xml.name() == QLatin1String("title"))
                tips << xml.readElementText();
            else if (xml.name() == QLatin1String("rect"))
                ++boxes;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(boxes, 6);
        QVERIFY2(tips.contains("main at ring.cpp:7: 4 threads, ranks 0-2"), qPrintable(tips.join('\n')));
        QVERIFY2(tips.contains("f<std::vector<int>> & \"g\" at ring.cpp:7: 1 thread, ranks 4"),
                 qPrintable(tips.join('\n')));
        QVERIFY(width > 0);
    }

    void nothingIsStillWellFormed()
    {
        QXmlStreamReader xml(QString::fromStdString(session::stacksAsSvg({})));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY(!xml.hasError());
        QCOMPARE(session::stacksAsFolded({}), std::string());
    }
};

DBGR_TEST(TestStackExport);

} // namespace tst_stack_export

#include "tst_stack_export.moc"
