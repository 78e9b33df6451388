// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/spawn_attributes.h"
#include "pmix/server/attribute_support.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <set>

namespace tst_spawn_support {

using namespace dbgr;

namespace {

/// Keys that have no name of the Standard's are left out of what is told.
QString named(std::string_view key)
{
    const pmix::KeyInfo* known = pmix::describeKey(key);
    return known == nullptr ? QString() : QString::fromUtf8(known->name.data(), qsizetype(known->name.size()));
}

} // namespace

class TestSpawnSupport : public QObject
{
    Q_OBJECT

private slots:
    void whatIsObeyedIsWhatIsTold();
};

void TestSpawnSupport::whatIsObeyedIsWhatIsTold()
{
    std::set<QString> obeyed;
    std::set<QString> told;
    for (const launcher::SpawnAttribute& each : launcher::spawnAttributeTable())
        if (const QString name = named(each.key); !name.isEmpty())
            obeyed.insert(name);
    for (const std::string_view key : pmix::supportedKeys(pmix::SupportLevel::Host, "PMIx_Spawn"))
        told.insert(named(key));
    for (const QString& each : obeyed)
        QVERIFY2(told.contains(each), qPrintable(each + " is missing in attribute_support.inc"));
    for (const QString& each : told)
        QVERIFY2(obeyed.contains(each), qPrintable(each + " is not obeyed"));
}

DBGR_TEST(TestSpawnSupport, QCoreApplication);

} // namespace tst_spawn_support

#include "tst_spawn_support.moc"
