// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/types/command.h"
#include "pmix/types/data_type.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/keys.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_tables {

using namespace dbgr::pmix;

class TestTables : public QObject
{
    Q_OBJECT

private slots:
    void statusesHaveNamesAndMeanings();
    void unknownStatusesKeepTheirNumber();
    void statusIsAnErrorCode();
    void keysHaveTheirText();
    void keysAreDescribed();
    void commandsHaveNames();
    void dataTypesHaveTheirCodes();
    void procsAreReadable();
    void channelsAreSets();
};

void TestTables::statusesHaveNamesAndMeanings()
{
    QCOMPARE(toString(Status::ErrNotFound), std::string("PMIX_ERR_NOT_FOUND"));
    QCOMPARE(meaning(Status::ErrNotFound), std::string("not found"));
    QCOMPARE(static_cast<int>(Status::ReadyForDebug), -58);
    QCOMPARE(static_cast<int>(Status::EventJobEnd), -145);
}

void TestTables::unknownStatusesKeepTheirNumber()
{
    const auto status = static_cast<Status>(-9999);
    QCOMPARE(toString(status), std::string("PMIx status -9999"));
    QVERIFY(meaning(status).empty());
    QCOMPARE(make_error_code(status).value(), -9999);
    QCOMPARE(make_error_code(status).message(), std::string("PMIx status -9999"));
}

void TestTables::statusIsAnErrorCode()
{
    const std::error_code code = Status::ErrTimeout;
    QVERIFY(code);
    QVERIFY(code == Status::ErrTimeout);
    QVERIFY(!std::error_code(Status::Success));
    QCOMPARE(code.message(), std::string("no answer in time (PMIX_ERR_TIMEOUT)"));
    QCOMPARE(QString(code.category().name()), QString("pmix"));
}

void TestTables::keysHaveTheirText()
{
    QVERIFY(keys::kDebugStopInInit == "pmix.dbg.init");
    QVERIFY(keys::kLaunchDirectives == "pmix.lnch.dirs");
    QVERIFY(keys::kProcInfoArray == keys::kProcData);
}

void TestTables::keysAreDescribed()
{
    const KeyInfo* size = describeKey("pmix.job.size");
    QVERIFY(size);
    QVERIFY(size->name == "PMIX_JOB_SIZE");
    QVERIFY(size->type == DataType::Uint32);
    QCOMPARE(size->since, 3);
    QCOMPARE(size->until, 6);
    QVERIFY(!describeKey("pmix.no.such.key"));
}

void TestTables::commandsHaveNames()
{
    QCOMPARE(toString(Command::Request), std::string("REQ"));
    QCOMPARE(toString(Command::IofDeregister), std::string("IOF_DEREG"));
    QCOMPARE(toString(Command::RefreshCache), std::string("REFRESH_CACHE"));
    QCOMPARE(toString(Command::ResolveNode), std::string("RESOLVE_NODE"));
    QCOMPARE(toString(static_cast<Command>(200)), std::string("command 200"));
}

void TestTables::dataTypesHaveTheirCodes()
{
    QCOMPARE(static_cast<int>(DataType::DataArray), 39);
    QCOMPARE(static_cast<int>(DataType::IofChannel), 45);
    QCOMPARE(toString(DataType::Rank), std::string("PMIX_PROC_RANK"));
    QCOMPARE(toString(static_cast<DataType>(29)), std::string("data type 29"));
    QVERIFY(isKnown(DataType::Undef));
    QVERIFY(!isKnown(static_cast<DataType>(44)));
}

void TestTables::procsAreReadable()
{
    QCOMPARE(toString(Proc{"prterun-vm-1@1", ProcRank(3)}), std::string("prterun-vm-1@1.3"));
    QCOMPARE(toString(Proc{"ns", kRankWildcard}), std::string("ns.*"));
}

void TestTables::channelsAreSets()
{
    const IofChannels output = IofChannel::Stdout | IofChannel::Stderr;
    QCOMPARE(output.bits(), std::uint16_t{6});
    QVERIFY(output.has(IofChannel::Stderr));
    QVERIFY(!output.has(IofChannel::Stdin));
    QVERIFY(IofChannels::fromBits(6) == output);
}

DBGR_TEST(TestTables);

} // namespace tst_tables

#include "tst_tables.moc"
