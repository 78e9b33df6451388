// SPDX-License-Identifier: GPL-3.0-or-later
// Constants, structures, lists of nodes and sets of processors as text.
#include "pmix/capi/values/job_maps.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <pmix.h>
#include <pmix_server.h>
#include <string>

namespace tst_capi_strings {

using namespace dbgr::pmix;

namespace {

/// A text that the library allocated.
std::string taken(char* text)
{
    std::string copy = text ? text : "NULL";
    std::free(text);
    return copy;
}

} // namespace

class TestCapiStrings : public QObject
{
    Q_OBJECT

private slots:
    void everyStatusHasANameThatLeadsBack();
    void everyDataTypeHasItsName();
    void attributesHaveNamesAndKeys();
    void statesHaveWords();
    void channelsAreListed();
    void flagsAreListed();
    void structuresArePrinted();
    void numbersArePrintedWithTheirPrefix();
    void listsOfNodesAreExpanded_data();
    void listsOfNodesAreExpanded();
    void generatedListsExpandToThemselves();
    void setsOfProcessorsAreParsed_data();
    void setsOfProcessorsAreParsed();
    void ownSetIsNotEmpty();
    void localitiesShareWhatTheyHaveInCommon();
};

void TestCapiStrings::everyStatusHasANameThatLeadsBack()
{
#define DBGR_PMIX_STATUS(enumerator, code, name, meaning)                                                              \
    QCOMPARE(PMIx_Error_code(name), code);                                                                             \
    QCOMPARE(PMIx_Error_code(PMIx_Error_string(code)), code);
#include "pmix/types/status.inc"
#undef DBGR_PMIX_STATUS
    QCOMPARE(std::string(PMIx_Error_string(PMIX_ERR_NOT_FOUND)), std::string("PMIX_ERR_NOT_FOUND"));
    QCOMPARE(std::string(PMIx_Error_string(-9999)), std::string("UNKNOWN STATUS"));
    QVERIFY(PMIx_Error_code("PMIX_NO_SUCH") > 0 || PMIx_Error_code("PMIX_NO_SUCH") == INT32_MIN);
}

void TestCapiStrings::everyDataTypeHasItsName()
{
    QCOMPARE(std::string(PMIx_Data_type_string(PMIX_PROC_INFO)), std::string("PMIX_PROC_INFO"));
    QCOMPARE(std::string(PMIx_Data_type_string(PMIX_TOPO)), std::string("PMIX_TOPO"));
    QCOMPARE(std::string(PMIx_Data_type_string(499)), std::string("UNKNOWN TYPE"));
}

void TestCapiStrings::attributesHaveNamesAndKeys()
{
    QCOMPARE(std::string(PMIx_Get_attribute_string("PMIX_JOB_SIZE")), std::string(PMIX_JOB_SIZE));
    QCOMPARE(std::string(PMIx_Get_attribute_name(PMIX_JOB_SIZE)), std::string("PMIX_JOB_SIZE"));
    QCOMPARE(std::string(PMIx_Get_attribute_string("mine")), std::string("mine"));
    QCOMPARE(std::string(PMIx_Get_attribute_name("mine")), std::string("mine"));
    QVERIFY(PMIx_Get_attribute_string(nullptr) == nullptr);
}

void TestCapiStrings::statesHaveWords()
{
    QCOMPARE(std::string(PMIx_Proc_state_string(PMIX_PROC_STATE_RUNNING)), std::string("RUNNING"));
    QCOMPARE(std::string(PMIx_Proc_state_string(200)), std::string("UNKNOWN STATE"));
    QCOMPARE(std::string(PMIx_Job_state_string(PMIX_JOB_STATE_SUSPENDED)), std::string("SUSPENDED"));
    QCOMPARE(std::string(PMIx_Scope_string(PMIX_GLOBAL)), std::string("GLOBAL"));
    QCOMPARE(std::string(PMIx_Data_range_string(PMIX_RANGE_RM)), std::string("RESOURCE MANAGER"));
    QCOMPARE(std::string(PMIx_Persistence_string(PMIX_PERSIST_INVALID)), std::string("INVALID"));
    QCOMPARE(std::string(PMIx_Link_state_string(PMIX_LINK_UP)), std::string("UP"));
    QCOMPARE(std::string(PMIx_Device_type_string(PMIX_DEVTYPE_GPU)), std::string("GPU"));
    QCOMPARE(std::string(PMIx_Device_type_string(UINT64_MAX)), std::string("UNKNOWN"));
    QCOMPARE(std::string(PMIx_Value_comparison_string(PMIX_EQUAL)), std::string("EQUAL"));
}

void TestCapiStrings::channelsAreListed()
{
    QCOMPARE(std::string(PMIx_IOF_channel_string(PMIX_FWD_NO_CHANNELS)), std::string("NONE"));
    QCOMPARE(std::string(PMIx_IOF_channel_string(PMIX_FWD_STDOUT_CHANNEL | PMIX_FWD_STDERR_CHANNEL)),
             std::string("STDOUT STDERR"));
    QCOMPARE(std::string(PMIx_IOF_channel_string(PMIX_FWD_ALL_CHANNELS)), std::string("STDIN STDOUT STDERR STDDIAG"));
}

void TestCapiStrings::flagsAreListed()
{
    QCOMPARE(taken(PMIx_Info_directives_string(0)), std::string("OPTIONAL"));
    QCOMPARE(taken(PMIx_Info_directives_string(PMIX_INFO_REQD | PMIX_INFO_ARRAY_END)), std::string("REQUIRED:END"));
}

void TestCapiStrings::structuresArePrinted()
{
    pmix_proc_t proc = {"job", 3};
    QCOMPARE(taken(PMIx_Proc_string(&proc)), std::string("job:3"));
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, PMIX_EVENT_AFFECTED_PROC, &proc, PMIX_PROC);
    PMIX_INFO_REQUIRED(&info);
    QCOMPARE(taken(PMIx_Info_string(&info)), std::string("pmix.evproc = PMIX_PROC job:3 (required)"));
    pmix_data_array_t array = {PMIX_INFO, 1, &info};
    pmix_value_t value;
    PMIX_VALUE_LOAD(&value, &array, PMIX_DATA_ARRAY);
    QCOMPARE(taken(PMIx_Value_string(&value)),
             std::string("PMIX_DATA_ARRAY PMIX_INFO [pmix.evproc = PMIX_PROC job:3 (required)]"));
    PMIX_VALUE_DESTRUCT(&value);
    PMIX_INFO_DESTRUCT(&info);
    QVERIFY(PMIx_Value_string(nullptr) == nullptr);
}

void TestCapiStrings::numbersArePrintedWithTheirPrefix()
{
    char prefix[] = "> ";
    char text[] = "abc";
    pmix_rank_t rank = PMIX_RANK_WILDCARD;
    char* output = nullptr;
    QCOMPARE(PMIx_Data_print(&output, prefix, &rank, PMIX_PROC_RANK), PMIX_SUCCESS);
    QCOMPARE(taken(output), std::string("> PMIX_PROC_RANK *"));
    QCOMPARE(PMIx_Data_print(&output, nullptr, text, PMIX_STRING), PMIX_SUCCESS);
    QCOMPARE(taken(output), std::string("PMIX_STRING abc"));
    QCOMPARE(PMIx_Data_print(&output, nullptr, text, 499), PMIX_ERR_UNKNOWN_DATA_TYPE);
    QVERIFY(output == nullptr);
}

void TestCapiStrings::listsOfNodesAreExpanded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("list");
    QTest::newRow("plain") << "n1,n2"
                           << "n1,n2";
    QTest::newRow("raw") << "raw:n1,n2"
                         << "n1,n2";
    QTest::newRow("range") << "pmix[node[3:1-3,7],login]"
                           << "node001,node002,node003,node007,login";
    QTest::newRow("suffix") << "pmix[n[1:8-10]-ib]"
                            << "n8-ib,n9-ib,n10-ib";
    QTest::newRow("ranks") << "pmix[0-2;3;5-6,9]"
                           << "0,1,2;3;5,6,9";
    QTest::newRow("node without ranks") << "pmix[0;;1]"
                                        << "0;;1";
    QTest::newRow("open") << "pmix[n[3:1-3]"
                          << "";
    QTest::newRow("backwards") << "pmix[n[1:3-1]]"
                               << "";
    QTest::newRow("no digits") << "pmix[n[1-3]]"
                               << "";
    QTest::newRow("too long") << "pmix[n[9:0-999999999]]"
                              << "";
    QTest::newRow("wide") << "pmix[n[999999:1]]"
                          << "";
}

void TestCapiStrings::listsOfNodesAreExpanded()
{
    QFETCH(QString, text);
    QFETCH(QString, list);
    const auto expanded = capi::expandList(text.toStdString());
    QCOMPARE(QString::fromStdString(expanded ? *expanded : ""), list);
}

void TestCapiStrings::generatedListsExpandToThemselves()
{
    char* regex = nullptr;
    QCOMPARE(PMIx_generate_regex("n01,n02,login", &regex), PMIX_SUCCESS);
    QCOMPARE(*capi::expandList(taken(regex)), std::string("n01,n02,login"));
    QCOMPARE(PMIx_generate_ppn("0,1;2,3", &regex), PMIX_SUCCESS);
    QCOMPARE(*capi::expandList(taken(regex)), std::string("0,1;2,3"));
    QCOMPARE(PMIx_generate_regex(nullptr, &regex), PMIX_ERR_BAD_PARAM);
}

void TestCapiStrings::setsOfProcessorsAreParsed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("list");
    QTest::newRow("list") << "0-3,8"
                          << "hwloc:0-3,8";
    QTest::newRow("with head") << "hwloc:5,0,1"
                               << "hwloc:0-1,5";
    QTest::newRow("word") << "all"
                          << "";
    QTest::newRow("backwards") << "3-1"
                               << "";
    QTest::newRow("huge") << "0-4000000000"
                          << "";
}

void TestCapiStrings::setsOfProcessorsAreParsed()
{
    QFETCH(QString, text);
    QFETCH(QString, list);
    pmix_cpuset_t cpuset = PMIX_CPUSET_STATIC_INIT;
    const pmix_status_t status = PMIx_Parse_cpuset_string(text.toUtf8().constData(), &cpuset);
    QCOMPARE(status, list.isEmpty() ? PMIX_ERR_BAD_PARAM : PMIX_SUCCESS);
    if (status != PMIX_SUCCESS)
        return;
    char* out = nullptr;
    QCOMPARE(PMIx_server_generate_cpuset_string(&cpuset, &out), PMIX_SUCCESS);
    QCOMPARE(QString::fromStdString(taken(out)), list);
    PMIX_CPUSET_DESTRUCT(&cpuset);
}

void TestCapiStrings::ownSetIsNotEmpty()
{
    pmix_cpuset_t cpuset = PMIX_CPUSET_STATIC_INIT;
    QCOMPARE(PMIx_Get_cpuset(&cpuset, PMIX_CPUBIND_PROCESS), PMIX_SUCCESS);
    char* locality = nullptr;
    QCOMPARE(PMIx_server_generate_locality_string(&cpuset, &locality), PMIX_SUCCESS);
    pmix_locality_t shared = PMIX_LOCALITY_UNKNOWN;
    QCOMPARE(PMIx_Get_relative_locality(locality, locality, &shared), PMIX_SUCCESS);
    QVERIFY((shared & PMIX_LOCALITY_SHARE_NODE) != 0);
    std::free(locality);
    PMIX_CPUSET_DESTRUCT(&cpuset);
    QCOMPARE(PMIx_Get_cpuset(&cpuset, 9), PMIX_ERR_BAD_PARAM);
}

void TestCapiStrings::localitiesShareWhatTheyHaveInCommon()
{
    pmix_locality_t shared = PMIX_LOCALITY_UNKNOWN;
    QCOMPARE(PMIx_Get_relative_locality("hwloc:NM0:SK0:L30:CR0-1:HT0-3", "hwloc:NM0:SK0:L31:CR1:HT7", &shared),
             PMIX_SUCCESS);
    QCOMPARE(shared, PMIX_LOCALITY_SHARE_NODE | PMIX_LOCALITY_SHARE_NUMA | PMIX_LOCALITY_SHARE_PACKAGE |
                         PMIX_LOCALITY_SHARE_CORE);
    QCOMPARE(PMIx_Get_relative_locality("", "::x:HTfoo", &shared), PMIX_SUCCESS);
    QCOMPARE(shared, PMIX_LOCALITY_SHARE_NODE);
}

DBGR_TEST(TestCapiStrings, QCoreApplication);

} // namespace tst_capi_strings

#include "tst_capi_strings.moc"
