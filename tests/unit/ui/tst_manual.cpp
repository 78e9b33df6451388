// SPDX-License-Identifier: GPL-3.0-or-later
// The manual that every dbgr with a window has in it: what its pages say is in tests/lint/check_manual.py.
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/help/help_topic.h"
#include "ui/help/manual.h"
#include "ui/help/manual_browser.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextBlock>

#include <algorithm>

namespace tst_manual {

using namespace dbgr::ui;

namespace {

/// A manual of its own, page by page.
class SmallManual
{
public:
    SmallManual()
    {
        page("index.md",
             "# All\n\n## First\n\n1. [One](one.md): about *one*\n2. [Two](two.md): about two\n\n## Last\n\n"
             "3. [Messages](messages.md): what it says\n");
        page("one.md",
             "# One\n\nSwallows fly.\n\n## Deep parts\n\n<!-- a comment with swallows -->\nHere `swallows` nest, see "
             "[Two](two.md#far-off).\n\n```dbgr-run\n$ dive\n```\n");
        page("two.md",
             "# Two\n\nNothing.\n" + QByteArray("\nmore\n").repeated(100) + "\n## Far off: it's here\n\nThe end.\n");
        page("messages.md", "# Messages\n\n## Files\n\n- `reading ...: no end`\n- `reading ...`\n\n## Numbers\n\n"
                            "- `... is too large (...)`\n");
    }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    void page(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir m_folder;
};

QStringList places(const std::vector<ManualHit>& hits)
{
    QStringList found;
    for (const ManualHit& hit : hits)
        found << hit.file + "#" + hit.anchor + ": " + hit.line;
    return found;
}

} // namespace

class TestManual : public QObject
{
    Q_OBJECT

private slots:
    void theOneInTheProgramHasItsPages();
    void pagesComeInTheListsOrder();
    void commentsAreNotShown();
    void findsPartsWithAllWordsHeadingsFirst();
    void findsTheEntryThatSaysMostOfAMessage();
    void anchorsAreThoseOfWebSites();
    void aWidgetHasThePageOfWhatIsAroundIt();
    void aLinkLeadsToThePartOfAPage();
};

void TestManual::theOneInTheProgramHasItsPages()
{
    const Manual manual;
    QVERIFY(manual.pages().size() > 20);
    for (const ManualPage& page : manual.pages())
        QVERIFY2(manual.text(page.file).startsWith("# "), qPrintable(page.file));
    QVERIFY(QFile::exists(":/manual/images/stopped-dark.png"));
    QVERIFY(manual.messageEntry("Launching \"mpiexec -n 4 ./rnig\": the launcher could not execute the program.")
                .startsWith("messages.md#the-launcher-could-not-execute"));
}

void TestManual::pagesComeInTheListsOrder()
{
    const SmallManual small;
    const Manual manual(small.path());
    QCOMPARE(manual.pages().size(), std::size_t(3));
    QCOMPARE(manual.pages()[0].title, QString("One"));
    QCOMPARE(manual.pages()[0].about, QString("about one"));
    QCOMPARE(manual.pages()[2].part, QString("Last"));
    QCOMPARE(manual.neighbour("index.md", 1), QString("one.md"));
    QCOMPARE(manual.neighbour("one.md", 1), QString("two.md"));
    QCOMPARE(manual.neighbour("one.md", -1), QString("index.md"));
    QCOMPARE(manual.neighbour("messages.md", 1), QString("messages.md"));
}

void TestManual::commentsAreNotShown()
{
    const SmallManual small;
    QVERIFY(!Manual(small.path()).text("one.md").contains("comment"));
    QCOMPARE(Manual(small.path()).text("none.md"), QString());
}

void TestManual::findsPartsWithAllWordsHeadingsFirst()
{
    const SmallManual small;
    const Manual manual(small.path());
    QCOMPARE(places(manual.search("SWALLOWS")),
             QStringList({"one.md#: Swallows fly.", "one.md#deep-parts: Here swallows nest, see Two."}));
    QCOMPARE(places(manual.search("two")), QStringList({"two.md#: Two", "two.md#far-off-its-here: The end.",
                                                        "one.md#deep-parts: Here swallows nest, see Two."}));
    QCOMPARE(places(manual.search("dive nest")), QStringList({"one.md#deep-parts: Here swallows nest, see Two."}));
    QCOMPARE(places(manual.search("swallows", 1)), QStringList({"one.md#: Swallows fly."}));
    QCOMPARE(places(manual.search("comment")), QStringList());
    QCOMPARE(places(manual.search("  ")), QStringList());
}

void TestManual::findsTheEntryThatSaysMostOfAMessage()
{
    const SmallManual small;
    const Manual manual(small.path());
    QCOMPARE(manual.messageEntry("Reading a.txt: no end"), QString("messages.md#files"));
    QCOMPARE(manual.messageEntry("reading a.txt: 7 is too large (5)"), QString("messages.md#numbers"));
    QCOMPARE(manual.messageEntry("something else"), QString("messages.md"));
}

void TestManual::anchorsAreThoseOfWebSites()
{
    QCOMPARE(anchorOf("Where ranks are held"), QString("where-ranks-are-held"));
    QCOMPARE(anchorOf("Jobs that run, and the doctor"), QString("jobs-that-run-and-the-doctor"));
    QCOMPARE(anchorOf("pmix.h: `PMIx_Get`"), QString("pmixh-pmix_get"));
}

void TestManual::aWidgetHasThePageOfWhatIsAroundIt()
{
    QWidget window;
    window.setObjectName("mainWindow");
    auto* const dock = new QWidget(&window);
    dock->setObjectName("dock.callStack");
    auto* const view = new QWidget(dock);
    auto* const notice = new QWidget(&window);
    setHelpMessage(*notice, "no end");
    QCOMPARE(helpTopicOf(view), QString("call-stack.md"));
    QCOMPARE(helpTopicOf(&window), QString("window.md"));
    QCOMPARE(helpTopicOf(notice), QString("message:no end"));
    setHelpMessage(*notice, "");
    QCOMPARE(helpTopicOf(notice), QString("window.md"));
    QCOMPARE(helpTopicOf(nullptr), QString());
}

void TestManual::aLinkLeadsToThePartOfAPage()
{
    const SmallManual small;
    const Manual manual(small.path());
    Settings settings(small.path() + "/dbgr.ini");
    const Theme theme(settings);
    ManualBrowser browser(manual, theme);
    browser.resize(500, 200);
    browser.show();
    browser.open("one.md");
    QCOMPARE(browser.verticalScrollBar()->value(), 0);
    emit browser.anchorClicked(QUrl("two.md#far-off-its-here"));
    QCOMPARE(browser.file(), QString("two.md"));
    QCOMPARE(browser.textCursor().block().text(), QString("Far off: it's here"));
    QVERIFY(browser.verticalScrollBar()->value() > 100);
    browser.backward();
    QCOMPARE(browser.file(), QString("one.md"));
    browser.mark("nest");
    QCOMPARE(browser.extraSelections().size(), 1);
    QCOMPARE(browser.extraSelections()[0].cursor.selectedText(), QString("nest"));
    browser.open("one.md");
    QVERIFY(browser.extraSelections().isEmpty());
}

DBGR_TEST(TestManual, QApplication);

} // namespace tst_manual

#include "tst_manual.moc"
