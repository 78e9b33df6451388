// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/attribute_support.h"
#include "pmix/server/query_service.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <string>
#include <vector>

#include <unistd.h>

namespace tst_query_service {

using namespace dbgr;
using namespace dbgr::pmix;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kUser = 1000;
const Proc kSelf{"server", ProcRank(0)};

/// Knows some keys, notes what it is asked, and answers at once or when told to.
struct Host final : ServerHost
{
    void query(const Requester& /*who*/, const std::string& key, const std::vector<Info>& qualifiers,
               Answer<Value> answer) override
    {
        asked += (asked.empty() ? "" : " ") + key + (qualifiers.empty() ? "" : "/" + qualifiers.front().key);
        const auto settle = [this, key, answer] {
            const auto found = known.find(key);
            if (found != known.end())
                answer(found->second);
            else
                answer(util::fail(Status::ErrNotSupported, "unknown"));
        };
        if (holds)
            held.emplace_back(settle);
        else
            settle();
    }

    std::map<std::string, util::Result<Value>, std::less<>> known;
    std::string asked;
    bool holds = false;
    std::vector<std::function<void()>> held;
};

struct Fixture
{
    explicit Fixture(RendezvousPlaces places = {})
        : service(scheduler, jobs, collectives, host, kSelf, std::move(places))
    {
        JobRecord job;
        job.info.nspace = "job";
        job.info.values = {{std::string(keys::kJobSize), Value::of<DataType::Uint32>(4)}};
        job.info.ofRank[ProcRank(1)] = {{std::string(keys::kLocalRank), Value::of<DataType::Uint16>(7)}};
        job.localRanks = {ProcRank(0), ProcRank(1)};
        job.uid = kUser;
        if (!jobs.add(job))
            qFatal("the job was refused");
        service.setUri("server.0;tcp4://127.0.0.1:1234");
        host.known = {{std::string(keys::kQueryNamespaces), Value::string("job")},
                      {std::string(keys::kQueryPsetNames), util::fail(Status::ErrNotFound, "none")}};
    }

    InfoReply ask(const std::vector<Query>& queries, const Requester& who)
    {
        std::optional<InfoReply> got;
        service.query(who, queries, [&](InfoReply reply) { got = std::move(reply); });
        return got.value_or(InfoReply{Status::ErrTimeout, {}});
    }
    InfoReply ask(const std::vector<Query>& queries)
    {
        return ask(queries,
                   Requester{PeerId(1), Peer{{"tool", ProcRank(0)}, "5.0.7", {}}, PeerRole::ToolNamed, {kUser, kUser}});
    }
    InfoReply ask(std::string_view key, std::vector<Info> qualifiers = {})
    {
        return ask({Query{{std::string(key)}, std::move(qualifiers)}});
    }

    test::ManualScheduler scheduler;
    Host host;
    JobStore jobs{scheduler, [](const Proc&, const std::vector<Info>&, Answer<std::vector<ProcValues>>) {}};
    Collectives collectives{scheduler, jobs, host, util::Duration::zero()};
    QueryService service;
};

QString textOf(const InfoReply& reply)
{
    QString text = QString::fromStdString(toString(reply.status));
    for (const Info& each : reply.infos) {
        text += " " + QString::fromStdString(each.key) + "=";
        if (const auto string = each.value.asString())
            text += QString::fromStdString(*string);
        else if (const auto number = each.value.asUnsigned())
            text += QString::number(*number);
    }
    return text;
}

Info nspace(const std::string& name)
{
    return Info(keys::kNspace, Value::string(name));
}

Info rank(std::uint32_t number)
{
    return Info(keys::kRank, Value::of<DataType::Rank>(ProcRank(number)));
}

} // namespace

class TestQueryService : public QObject
{
    Q_OBJECT

private slots:
    void asksTheHostKeyByKey();
    void answersComeInTheOrderAsked();
    void answersOnceAllIsThere();
    void partialSuccessWhenSomeKeysAreNotThere();
    void nothingThereIsNotFound();
    void unknownKeysAreNotSupported();
    void aRefusalOfTheHostIsPassedOn();
    void noKeyIsABadRequest();
    void tooManyKeysAreRefused();

    void jobValuesAreAnsweredHere_data();
    void jobValuesAreAnsweredHere();
    void aClientMeansItsOwnJob();
    void otherUsersSeeNoJobValues();

    void groupsAreAnsweredHere();
    void theServersUriIsAnsweredHere();
    void uriOfAProcess();

    void availableServersComeFromTheirFiles();
    void filesAreNotReadForEachQuestion();

    void attributeSupportIsOfServerAndHost();
    void attributesOfOneFunction();
    void everyAttributeOfTheTableIsKnown();
};

void TestQueryService::asksTheHostKeyByKey()
{
    Fixture f;
    f.ask({Query{{"pmix.qry.ns", "pmix.qry.ptable"}, {nspace("job")}}, Query{{"x.y"}, {}}});
    QCOMPARE(f.host.asked, "pmix.qry.ns/pmix.nspace pmix.qry.ptable/pmix.nspace x.y");
}

void TestQueryService::answersComeInTheOrderAsked()
{
    Fixture f;
    f.host.holds = true;
    f.host.known.emplace("a", Value::string("1"));
    f.host.known.emplace("b", Value::string("2"));
    QString got;
    const Requester who{PeerId(1), Peer{{"tool", ProcRank(0)}, "", {}}, PeerRole::ToolNamed, {}};
    f.service.query(who, {Query{{"a", std::string(keys::kServerUri), "b"}, {}}},
                    [&](const InfoReply& reply) { got = textOf(reply); });
    f.host.held.at(1)();
    f.host.held.at(0)();
    QCOMPARE(got, "PMIX_SUCCESS a=1 pmix.srvr.uri=server.0;tcp4://127.0.0.1:1234 b=2");
}

void TestQueryService::answersOnceAllIsThere()
{
    Fixture f;
    f.host.holds = true;
    int answers = 0;
    const Requester who{PeerId(1), Peer{{"tool", ProcRank(0)}, "", {}}, PeerRole::ToolNamed, {}};
    f.service.query(who, {Query{{"a", "b"}, {}}}, [&](const InfoReply&) { ++answers; });
    f.host.held.at(0)();
    f.host.held.at(0)(); // twice is of no effect
    QCOMPARE(answers, 0);
    f.host.held.at(1)();
    f.host.held.at(1)();
    QCOMPARE(answers, 1);
}

void TestQueryService::partialSuccessWhenSomeKeysAreNotThere()
{
    Fixture f;
    QCOMPARE(textOf(f.ask({Query{{"no.such"}, {}}, Query{{std::string(keys::kQueryNamespaces)}, {}}})),
             "PMIX_QUERY_PARTIAL_SUCCESS pmix.qry.ns=job");
}

void TestQueryService::nothingThereIsNotFound()
{
    Fixture f;
    QCOMPARE(textOf(f.ask(keys::kQueryPsetNames)), "PMIX_ERR_NOT_FOUND");
    QCOMPARE(textOf(f.ask({Query{{"no.such", std::string(keys::kQueryPsetNames)}, {}}})), "PMIX_ERR_NOT_FOUND");
    QCOMPARE(textOf(f.ask(keys::kJobSize, {nspace("no.such.job")})), "PMIX_ERR_NOT_FOUND");
}

void TestQueryService::unknownKeysAreNotSupported()
{
    Fixture f;
    QCOMPARE(textOf(f.ask("no.such")), "PMIX_ERR_NOT_SUPPORTED");
    QCOMPARE(textOf(f.ask(keys::kQueryMemoryUsage)), "PMIX_ERR_NOT_SUPPORTED");
}

void TestQueryService::aRefusalOfTheHostIsPassedOn()
{
    Fixture f;
    f.host.known.emplace("secret", util::fail(Status::ErrNoPermissions, "no"));
    QCOMPARE(textOf(f.ask("secret")), "PMIX_ERR_NO_PERMISSIONS");
    f.host.known.emplace("broken", util::fail(std::make_error_code(std::errc::io_error), "disk"));
    QCOMPARE(textOf(f.ask("broken")), "PMIX_ERROR");
}

void TestQueryService::noKeyIsABadRequest()
{
    Fixture f;
    QCOMPARE(textOf(f.ask(std::vector<Query>())), "PMIX_ERR_BAD_PARAM");
    QCOMPARE(textOf(f.ask({Query{{}, {nspace("job")}}})), "PMIX_ERR_BAD_PARAM");
}

void TestQueryService::tooManyKeysAreRefused()
{
    Fixture f;
    const std::vector<Query> most(QueryService::kMaxKeys, Query{{"x"}, {}});
    QCOMPARE(textOf(f.ask(most)), "PMIX_ERR_NOT_SUPPORTED");
    f.host.asked.clear();
    std::vector<Query> more = most;
    more.push_back(Query{{"x"}, {}});
    QCOMPARE(textOf(f.ask(more)), "PMIX_ERR_OUT_OF_RESOURCE");
    QCOMPARE(f.host.asked, "");
}

void TestQueryService::jobValuesAreAnsweredHere_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<std::vector<Info>>("qualifiers");
    QTest::addColumn<QString>("reply");
    const auto row = [](const char* name, std::string_view key, std::vector<Info> qualifiers, const char* reply) {
        QTest::newRow(name) << QByteArray(key.data(), qsizetype(key.size())) << qualifiers << QString(reply);
    };
    row("of the job", keys::kJobSize, {nspace("job")}, "PMIX_SUCCESS pmix.job.size=4");
    row("of the job as a process", keys::kJobSize, {Info(keys::kProcid, Value::proc({"job", kRankWildcard}))},
        "PMIX_SUCCESS pmix.job.size=4");
    row("of a rank", keys::kLocalRank, {nspace("job"), rank(1)}, "PMIX_SUCCESS pmix.lrank=7");
    row("of a process", keys::kLocalRank, {Info(keys::kProcid, Value::proc({"job", ProcRank(1)}))},
        "PMIX_SUCCESS pmix.lrank=7");
    row("of a rank that is not told of", keys::kLocalRank, {nspace("job"), rank(0)}, "PMIX_ERR_NOT_FOUND");
    row("of no job", keys::kJobSize, {}, "PMIX_ERR_NOT_FOUND");
}

void TestQueryService::jobValuesAreAnsweredHere()
{
    QFETCH(QByteArray, key);
    QFETCH(std::vector<Info>, qualifiers);
    QFETCH(QString, reply);
    Fixture f;
    QCOMPARE(textOf(f.ask(std::string_view(key.data(), std::size_t(key.size())), qualifiers)), reply);
}

void TestQueryService::aClientMeansItsOwnJob()
{
    Fixture f;
    const Requester client{PeerId(2), Peer{{"job", ProcRank(0)}, "5.0.7", {}}, PeerRole::Client, {}};
    QCOMPARE(textOf(f.ask({Query{{std::string(keys::kJobSize)}, {}}}, client)), "PMIX_SUCCESS pmix.job.size=4");
    QCOMPARE(textOf(f.ask({Query{{std::string(keys::kLocalRank)}, {rank(1)}}}, client)), "PMIX_SUCCESS pmix.lrank=7");
}

void TestQueryService::otherUsersSeeNoJobValues()
{
    Fixture f;
    const Requester other{
        PeerId(2), Peer{{"tool", ProcRank(0)}, "5.0.7", {}}, PeerRole::ToolNamed, {kUser + 1, kUser + 1}};
    QCOMPARE(textOf(f.ask({Query{{std::string(keys::kJobSize)}, {nspace("job")}}}, other)), "PMIX_ERR_NOT_FOUND");
}

void TestQueryService::groupsAreAnsweredHere()
{
    Fixture f;
    QCOMPARE(textOf(f.ask(keys::kQueryNumGroups)), "PMIX_SUCCESS pmix.qry.pgrpnum=0");
    QCOMPARE(textOf(f.ask(keys::kQueryGroupNames)), "PMIX_ERR_NOT_FOUND");
    QCOMPARE(textOf(f.ask(keys::kQueryGroupMembership)), "PMIX_ERR_BAD_PARAM");
    const std::vector<Info> id{Info(keys::kGroupId, Value::string("g"))};
    QCOMPARE(textOf(f.ask(keys::kQueryGroupMembership, id)), "PMIX_ERR_NOT_FOUND");

    const Requester member{PeerId(2), Peer{{"job", ProcRank(0)}, "5.0.7", {}}, PeerRole::Client, {kUser, kUser}};
    GroupRequest request;
    request.id = "g";
    request.members = {member.proc()};
    f.collectives.constructGroup(member, request, [](util::Result<GroupReply>) {});
    f.scheduler.runUntilIdle();
    QCOMPARE(textOf(f.ask(keys::kQueryNumGroups)), "PMIX_SUCCESS pmix.qry.pgrpnum=1");
    const InfoReply names = f.ask(keys::kQueryGroupNames);
    QCOMPARE(names.infos.at(0).value.asArray()->values.at(0).asString().value(), "g");
    const InfoReply members = f.ask(keys::kQueryGroupMembership, id);
    QCOMPARE(members.infos.at(0).value.asArray()->elementsAs<DataType::Proc>().value(), request.members);
    QCOMPARE(f.host.asked, "");
}

void TestQueryService::theServersUriIsAnsweredHere()
{
    Fixture f;
    QCOMPARE(textOf(f.ask(keys::kServerUri)), "PMIX_SUCCESS pmix.srvr.uri=server.0;tcp4://127.0.0.1:1234");
}

void TestQueryService::uriOfAProcess()
{
    Fixture f;
    QCOMPARE(textOf(f.ask(keys::kProcUri)), "PMIX_ERR_BAD_PARAM");
    QCOMPARE(textOf(f.ask(keys::kProcUri, {Info(keys::kProcid, Value::proc(kSelf))})),
             "PMIX_SUCCESS pmix.puri=server.0;tcp4://127.0.0.1:1234");
    QCOMPARE(textOf(f.ask(keys::kProcUri, {Info(keys::kProcid, Value::proc({"job", ProcRank(1)}))})),
             "PMIX_ERR_NOT_FOUND");
}

void writeContactFile(const QString& path, const char* uri, qint64 pid)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(uri);
    file.write("\n5.0.7\n");
    file.write(QByteArray::number(pid) + "\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

RendezvousPlaces placesOf(const QTemporaryDir& folder)
{
    return {folder.path().toStdString(), folder.path().toStdString(), {"host"}};
}

void TestQueryService::availableServersComeFromTheirFiles()
{
    const QTemporaryDir folder;
    writeContactFile(folder.filePath("pmix.sys.host"), "sys.0;tcp4://127.0.0.1:11", ::getpid());
    writeContactFile(folder.filePath("pmix.host.tool.77"), "dvm.0;tcp4://127.0.0.1:12", ::getpid());
    writeContactFile(folder.filePath("pmix.host.tool.dvm"), "dvm.0;tcp4://127.0.0.1:12", ::getpid());
    writeContactFile(folder.filePath("pmix.host.tool.gone"), "gone.0;tcp4://127.0.0.1:13", 0x7ffffff0);
    Fixture f(placesOf(folder));
    const InfoReply reply = f.ask(keys::kQueryAvailServers);
    QVERIFY(reply.status == Status::Success);
    QCOMPARE(reply.infos.at(0).key, keys::kQueryAvailServers);
    const std::vector<Info>* servers = reply.infos.at(0).value.asInfos();
    QVERIFY(servers != nullptr);
    QStringList uris;
    for (const Info& each : *servers) {
        QCOMPARE(each.key, keys::kServerInfoArray);
        uris << QString::fromStdString(find(*each.value.asInfos(), keys::kServerUri)->asString().value());
        QCOMPARE(find(*each.value.asInfos(), keys::kVersionInfo)->asString().value(), "5.0.7");
        QVERIFY(find(*each.value.asInfos(), keys::kServerPidinfo) != nullptr);
    }
    QCOMPARE(uris, QStringList({"sys.0;tcp4://127.0.0.1:11", "dvm.0;tcp4://127.0.0.1:12"}));
    QCOMPARE(find(*servers->at(1).value.asInfos(), keys::kServerNspace)->asString().value(), "dvm");
    QCOMPARE(f.host.asked, "");
}

void TestQueryService::filesAreNotReadForEachQuestion()
{
    const QTemporaryDir folder;
    Fixture f(placesOf(folder));
    const auto count = [&] { return f.ask(keys::kQueryAvailServers).infos.at(0).value.asInfos()->size(); };
    QCOMPARE(count(), std::size_t(0));
    writeContactFile(folder.filePath("pmix.sys.host"), "sys.0;tcp4://127.0.0.1:11", ::getpid());
    QCOMPARE(count(), std::size_t(0));
    f.scheduler.advance(ServerFinder::kFreshFor);
    QCOMPARE(count(), std::size_t(1));
}

void TestQueryService::attributeSupportIsOfServerAndHost()
{
    Fixture f;
    const InfoReply ours = f.ask(keys::kQueryAttributeSupport);
    QVERIFY(ours.status == Status::Success);
    QCOMPARE(ours.infos.at(0).value.asInfos()->at(0).key, keys::kServerFunctions);
    QVERIFY(ours.infos.at(0).value.asInfos()->at(0).value.asString()->find("PMIx_Query_info") != std::string::npos);

    f.host.known.emplace(keys::kQueryAttributeSupport, Value::infos(describeSupport(SupportLevel::Host, {})));
    const InfoReply both = f.ask(keys::kQueryAttributeSupport);
    QCOMPARE(both.infos.at(0).value.asInfos()->size(), std::size_t(2));
    QCOMPARE(both.infos.at(0).value.asInfos()->at(1).key, keys::kHostFunctions);

    const std::vector<Info> client{Info(keys::kClientFunctions, Value::boolean(true))};
    f.host.known.clear();
    QCOMPARE(textOf(f.ask(keys::kQueryAttributeSupport, client)), "PMIX_ERR_NOT_FOUND");
}

void TestQueryService::attributesOfOneFunction()
{
    Fixture f;
    const auto ask = [&](const char* functions) {
        const InfoReply reply =
            f.ask(keys::kQueryAttributeSupport, {Info(keys::kServerAttributes, Value::string(functions))});
        return *reply.infos.at(0).value.asInfos()->at(0).value.asInfos();
    };
    const std::vector<Info> one = ask("PMIx_Query_info");
    QCOMPARE(one.size(), std::size_t(1));
    QCOMPARE(one.front().key, "PMIx_Query_info");
    const auto attributes = one.front().value.asArray()->elementsAs<DataType::RegAttr>().value();
    QCOMPARE(attributes.size(), supportedKeys(SupportLevel::Server, "PMIx_Query_info").size());
    QCOMPARE(attributes.front().key, supportedKeys(SupportLevel::Server, "PMIx_Query_info").front());
    QVERIFY(attributes.front().name.starts_with("PMIX_"));
    QVERIFY(!attributes.front().description.empty());
    QVERIFY(ask("all").size() > 1);
    QVERIFY(ask("PMIx_No_such").empty());
}

void TestQueryService::everyAttributeOfTheTableIsKnown()
{
    for (const FunctionSupport& function : attributeSupport()) {
        QVERIFY(function.function.starts_with("PMIx_"));
        for (const std::string_view key : function.keys) {
            QVERIFY2(describeKey(key) != nullptr, std::string(key).c_str());
            QCOMPARE(std::ranges::count(function.keys, key), 1);
        }
    }
}

DBGR_TEST(TestQueryService, QCoreApplication);

} // namespace tst_query_service

#include "tst_query_service.moc"
