// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/source/external_editor.h"

namespace tst_external_editor {

using namespace dbgr;
using namespace dbgr::ui;

class TestExternalEditor : public QObject
{
    Q_OBJECT

private slots:
    void aPatternBecomesACommand_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("both in one word") << "code -g %f:%l" << QStringList{"code", "-g", "/a b/x.c:41"};
        QTest::newRow("two words") << "kate --line %l %f" << QStringList{"kate", "--line", "41", "/a b/x.c"};
        QTest::newRow("no file") << "gedit +%l" << QStringList{"gedit", "+41", "/a b/x.c"};
        QTest::newRow("nothing") << "gvim" << QStringList{"gvim", "/a b/x.c"};
        QTest::newRow("percent") << "e 100%% %q %f %" << QStringList{"e", "100%", "%q", "/a b/x.c", "%"};
        QTest::newRow("quotes") << "\"my editor\" \"%f\"" << QStringList{"my editor", "/a b/x.c"};
        QTest::newRow("what it is replaced by is left alone") << "e %%f %f" << QStringList{"e", "%f", "/a b/x.c"};
        QTest::newRow("empty") << "" << QStringList{};
    }
    void aPatternBecomesACommand()
    {
        QFETCH(QString, pattern);
        QTEST(editorCommand(pattern, QStringLiteral("/a b/x.c"), 41), "words");
    }
    void whatCannotBeOpenedIsSaid()
    {
        const auto missing = openInEditor("true", "/no/such/file.c", 1);
        QVERIFY(!missing);
        QVERIFY(missing.error().detail.find("/no/such/file.c") != std::string::npos);
        const auto none = openInEditor("no-such-editor-here", QStringLiteral(__FILE__), 1);
        QVERIFY(!none);
        QVERIFY(none.error().detail.find("no-such-editor-here") != std::string::npos);
        QVERIFY(!none.error().advice.empty());
    }
};

DBGR_TEST(TestExternalEditor, QCoreApplication);

} // namespace tst_external_editor

#include "tst_external_editor.moc"
