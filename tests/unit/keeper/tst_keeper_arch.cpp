// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of every processor that the keeper knows, on this one; and the one that it is to run on.
#include "keeper/arch/arch.h"
#include "tests/support/keeper/arch_rules.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_keeper_arch {

using namespace dbgr;
using namespace dbgr::test;

class TestKeeperArch : public QObject
{
    Q_OBJECT

private slots:
    void rules_data()
    {
        QTest::addColumn<int>("rule");
        int number = 0;
        for (const ArchRule& rule : archRules())
            QTest::newRow(rule.name) << number++;
    }
    void rules()
    {
        QFETCH(int, rule);
        Findings findings;
        archRules()[static_cast<std::size_t>(rule)].check(findings);
        QStringList all;
        for (const std::string& finding : findings.all())
            all << QString::fromStdString(finding);
        QVERIFY2(all.isEmpty(), qPrintable(all.join("\n")));
    }

    void thisProcessorIsKnown()
    {
        const keeper::Arch* const arch = keeper::nativeArch();
        QVERIFY(arch && arch == keeper::nativeArch());
        QVERIFY(arch->registers().generals() > 0 && !arch->extendedSets().empty());
    }
};

DBGR_TEST(TestKeeperArch);

} // namespace tst_keeper_arch

#include "tst_keeper_arch.moc"
