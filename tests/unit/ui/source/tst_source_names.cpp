// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/source/source_names.h"

namespace tst_source_names {

using namespace dbgr::ui;

class TestSourceNames : public QObject
{
    Q_OBJECT

private slots:
    void aFileHasTheEndsOfItsPathsAsNames();
    void theShortestNameTellsFilesApart();
};

void TestSourceNames::aFileHasTheEndsOfItsPathsAsNames()
{
    const SourceNames file{QStringLiteral("/build/src/ring.cpp"), QStringLiteral("/here/ring.cpp")};
    for (const char* const name : {"ring.cpp", "src/ring.cpp", "/build/src/ring.cpp", "/here/ring.cpp"})
        QVERIFY2(isNameOf(QLatin1String(name), file), name);
    for (const char* const name : {"", "string.cpp", "g.cpp", "other/ring.cpp", "/ring.cpp"})
        QVERIFY2(!isNameOf(QLatin1String(name), file), name);
}

void TestSourceNames::theShortestNameTellsFilesApart()
{
    const QString path = QStringLiteral("/a/solver/main.cpp");
    QCOMPARE(shortestName(path, {}), QStringLiteral("main.cpp"));
    QCOMPARE(shortestName(path, {path, QStringLiteral("/a/domain.cpp")}), QStringLiteral("main.cpp"));
    QCOMPARE(shortestName(path, {path, QStringLiteral("/a/tool/main.cpp")}), QStringLiteral("solver/main.cpp"));
    QCOMPARE(shortestName(path, {QStringLiteral("/b/a/solver/main.cpp")}), path);
}

DBGR_TEST(TestSourceNames, QCoreApplication);

} // namespace tst_source_names

#include "tst_source_names.moc"
