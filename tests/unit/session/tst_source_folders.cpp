// SPDX-License-Identifier: GPL-3.0-or-later
// Where sources are that were moved.
#include "session/source_folders.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_source_folders {

using dbgr::session::SourceFolder;
using dbgr::session::SourceFolders;

class TestSourceFolders : public QObject
{
    Q_OBJECT

private slots:
    void theInnermostFolderCounts()
    {
        SourceFolders folders;
        QVERIFY(folders.add({"/build/", "/moved/"}));
        QVERIFY(folders.add({"/build/lib", "/usr/src"}));
        QCOMPARE(folders.toLocal("/build/app/a.c").value(), std::string("/moved/app/a.c"));
        QCOMPARE(folders.toLocal("/build/lib/../lib/b.c").value(), std::string("/usr/src/b.c"));
        QCOMPARE(folders.toLocal("/build/library.c").value(), std::string("/moved/library.c"));
        QVERIFY(!folders.toLocal("/builder/a.c"));
        QCOMPARE(folders.toProgram("/usr/src/b.c").value(), std::string("/build/lib/b.c"));
    }

    void oneFolderIsMappedOnce()
    {
        SourceFolders folders;
        QVERIFY(folders.add({"/a", "/b"}));
        QVERIFY(folders.add({"/a/", "/c"}));
        QCOMPARE(folders.all().size(), std::size_t(1));
        QVERIFY(folders.all().front() == (SourceFolder{"/a", "/c"}));
        QVERIFY(!folders.add({"/", "/c"}));
        QVERIFY(!folders.add({"/d", " "}));
        QVERIFY(folders.remove("/a/"));
        QVERIFY(!folders.remove("/a"));
    }
};

DBGR_TEST(TestSourceFolders);

} // namespace tst_source_folders

#include "tst_source_folders.moc"
