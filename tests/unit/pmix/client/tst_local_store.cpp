// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/client/local_store.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_local_store {

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

const Proc kSelf{"job", ProcRank(1)};
const Proc kJob{"job", kRankWildcard};

KeyValue number(std::string_view key, std::uint32_t value)
{
    return {std::string(key), Value::of<DataType::Uint32>(value)};
}

KeyValue text(std::string_view key, const char* value)
{
    return {std::string(key), Value::string(value)};
}

/// An array of the values, as job information has them for nodes and applications.
KeyValue array(std::string_view key, const std::vector<KeyValue>& values)
{
    std::vector<Info> infos;
    for (const KeyValue& each : values)
        infos.emplace_back(each.key, each.value);
    return {std::string(key), Value::infos(std::move(infos))};
}

/// Two nodes with a rank each, of two applications.
LocalStore twoNodes()
{
    JobInfo info;
    info.nspace = "job";
    info.values = {
        number(keys::kJobSize, 2),
        array(keys::kSessionInfoArray, {number(keys::kSessionId, 7), number(keys::kUnivSize, 16)}),
        array(keys::kNodeInfoArray,
              {text(keys::kHostname, "a"), number(keys::kNodeid, 0), text(keys::kLocalPeers, "0")}),
        array(keys::kNodeInfoArray,
              {text(keys::kHostname, "b"), number(keys::kNodeid, 1), text(keys::kLocalPeers, "1")}),
        array(keys::kAppInfoArray, {number(keys::kAppnum, 0), text(keys::kWdir, "/zero")}),
        array(keys::kAppInfoArray, {number(keys::kAppnum, 1), text(keys::kWdir, "/one")}),
    };
    info.ofRank[ProcRank(0)] = {text(keys::kHostname, "a"), number(keys::kNodeid, 0), number(keys::kAppnum, 0)};
    info.ofRank[ProcRank(1)] = {text(keys::kHostname, "b"), number(keys::kNodeid, 1), number(keys::kAppnum, 1)};
    LocalStore store;
    store.setSelf(kSelf);
    store.addJob(info);
    return store;
}

std::string found(const LocalStore& store, const Proc& proc, std::string_view key, std::vector<Info> qualifiers = {})
{
    const auto value = store.find(proc, key, qualifiers);
    if (!value)
        return "nothing";
    return value->asString() ? *value->asString() : std::to_string(value->asUnsigned().value());
}

Info flag(std::string_view key)
{
    return Info(key, Value::boolean(true));
}

} // namespace

class TestLocalStore : public QObject
{
    Q_OBJECT

private slots:
    void ownPutsAreSeenAtOnce();
    void globalValuesAreCommittedInBothScopes();
    void valuesAreCommittedOnce();
    void jobValuesAreFoundForEachRank();
    void nodeValuesAreThoseOfOurNode();
    void qualifiersNameAnotherNodeOrApplication();
    void sessionValuesAreFound();
    void repliesAreKept();
    void keysOfUsersAreFoundWithoutARank();
    void aJobsSecondInformationReplacesTheFirst();
};

void TestLocalStore::ownPutsAreSeenAtOnce()
{
    LocalStore store = twoNodes();
    store.put(Scope::Global, text("mine", "x"));
    QCOMPARE(found(store, kSelf, "mine"), "x");
    QCOMPARE(found(store, Proc{"job", ProcRank(0)}, "mine"), "nothing");
}

void TestLocalStore::globalValuesAreCommittedInBothScopes()
{
    LocalStore store = twoNodes();
    store.put(Scope::Global, text("g", "1"));
    store.put(Scope::Local, text("l", "2"));
    store.put(Scope::Remote, text("r", "3"));
    store.put(Scope::Internal, text("i", "4"));
    const auto blocks = store.takeUncommitted();
    QCOMPARE(blocks.size(), 2u);
    QVERIFY(blocks[0].scope == Scope::Local);
    QVERIFY((blocks[0].values == std::vector{text("g", "1"), text("l", "2")}));
    QVERIFY(blocks[1].scope == Scope::Remote);
    QVERIFY((blocks[1].values == std::vector{text("g", "1"), text("r", "3")}));
}

void TestLocalStore::valuesAreCommittedOnce()
{
    LocalStore store = twoNodes();
    store.put(Scope::Local, text("a", "1"));
    QCOMPARE(store.takeUncommitted().size(), 1u);
    QVERIFY(store.takeUncommitted().empty());
    store.put(Scope::Local, text("a", "2"));
    QVERIFY((store.takeUncommitted().at(0).values == std::vector{text("a", "2")}));
}

void TestLocalStore::jobValuesAreFoundForEachRank()
{
    const LocalStore store = twoNodes();
    QCOMPARE(found(store, kJob, keys::kJobSize), "2");
    QCOMPARE(found(store, kSelf, keys::kJobSize), "2");
    QCOMPARE(found(store, Proc{"job", kRankUndef}, keys::kJobSize), "2");
    QCOMPARE(found(store, Proc{"other", kRankWildcard}, keys::kJobSize), "nothing");
}

void TestLocalStore::nodeValuesAreThoseOfOurNode()
{
    const LocalStore store = twoNodes();
    QCOMPARE(found(store, kJob, keys::kLocalPeers), "1");
    QCOMPARE(found(store, Proc{"job", ProcRank(0)}, keys::kHostname), "a");
    QCOMPARE(found(store, kJob, keys::kWdir), "/one");
}

void TestLocalStore::qualifiersNameAnotherNodeOrApplication()
{
    const LocalStore store = twoNodes();
    const Info host(keys::kHostname, Value::string("a"));
    const Info nodeId(keys::kNodeid, Value::of<DataType::Uint32>(0));
    QCOMPARE(found(store, kJob, keys::kLocalPeers, {flag(keys::kNodeInfo), host}), "0");
    QCOMPARE(found(store, kJob, keys::kLocalPeers, {flag(keys::kNodeInfo), nodeId}), "0");
    const Info unknown(keys::kHostname, Value::string("c"));
    QCOMPARE(found(store, kJob, keys::kLocalPeers, {flag(keys::kNodeInfo), unknown}), "nothing");
    const Info app(keys::kAppnum, Value::of<DataType::Uint32>(0));
    QCOMPARE(found(store, kJob, keys::kWdir, {flag(keys::kAppInfo), app}), "/zero");
}

void TestLocalStore::sessionValuesAreFound()
{
    const LocalStore store = twoNodes();
    QCOMPARE(found(store, kJob, keys::kUnivSize), "16");
    QCOMPARE(found(store, kJob, keys::kUnivSize, {flag(keys::kSessionInfo)}), "16");
    QCOMPARE(found(store, kJob, keys::kJobSize, {flag(keys::kSessionInfo)}), "nothing");
}

void TestLocalStore::repliesAreKept()
{
    LocalStore store = twoNodes();
    store.add(ProcValues{Proc{"job", ProcRank(0)}, {text("his", "x")}});
    QCOMPARE(found(store, Proc{"job", ProcRank(0)}, "his"), "x");
    QCOMPARE(found(store, kSelf, "his"), "nothing");
    store.add(ProcValues{Proc{"other", kRankWildcard}, {number(keys::kJobSize, 5)}});
    QCOMPARE(found(store, Proc{"other", kRankWildcard}, keys::kJobSize), "5");
    QCOMPARE(store.all(Proc{"job", ProcRank(0)}).size(), 4u);
}

void TestLocalStore::keysOfUsersAreFoundWithoutARank()
{
    LocalStore store = twoNodes();
    store.add(ProcValues{Proc{"job", ProcRank(0)}, {text("his", "x")}});
    QCOMPARE(found(store, Proc{"job", kRankUndef}, "his"), "x");
}

void TestLocalStore::aJobsSecondInformationReplacesTheFirst()
{
    LocalStore store = twoNodes();
    JobInfo again;
    again.nspace = "job";
    again.values = {number(keys::kJobSize, 3)};
    store.addJob(again);
    QCOMPARE(found(store, kJob, keys::kJobSize), "3");
    QCOMPARE(found(store, kJob, keys::kLocalPeers), "1");
}

DBGR_TEST(TestLocalStore);

} // namespace tst_local_store

#include "tst_local_store.moc"
