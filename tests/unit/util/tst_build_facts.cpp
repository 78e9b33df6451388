// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/build_facts.h"

#include <QRegularExpression>
#include <QtTest>

namespace tst_build_facts {

using namespace dbgr::util;

class TestBuildFacts : public QObject
{
    Q_OBJECT

private slots:
    void sourcesAreOneNumber();
    void tellsOfThisProgram();
};

void TestBuildFacts::sourcesAreOneNumber()
{
    static const QRegularExpression digits("^[0-9a-f]{16}$");
    const std::string_view id = sourceId();
    QVERIFY(digits.match(QLatin1String(id.data(), qsizetype(id.size()))).hasMatch());
}

void TestBuildFacts::tellsOfThisProgram()
{
    const QString facts = QString::fromStdString(buildFacts());
    QVERIFY2(facts.contains("unit_util\nsources: " + QString::fromStdString(std::string(sourceId())) + "\ncompiler: "),
             qPrintable(facts));
    QVERIFY2(facts.contains(QRegularExpression("\nlibrary: /[^\n]*/libQt6Test[.]so[.]6[^\n]*\n")), qPrintable(facts));
}

DBGR_TEST(TestBuildFacts);

} // namespace tst_build_facts

#include "tst_build_facts.moc"
