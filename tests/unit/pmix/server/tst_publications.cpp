// SPDX-License-Identifier: GPL-3.0-or-later
// What is published: who finds it, how long it stays, who may take it away.
#include "pmix/server/publications.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/server_data.h"

#include <QTest>

namespace tst_publications {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

Info range(DataRange value)
{
    return Info(keys::kRange, Value::of<DataType::DataRange>(value));
}

Info persistence(Persistence value)
{
    return Info(keys::kPersistence, Value::of<DataType::Persist>(static_cast<std::uint8_t>(value)));
}

Info waitFor(int keys)
{
    return Info(keys::kWait, Value::of<DataType::Int>(keys));
}

Info timeout(int seconds)
{
    return Info(keys::kTimeout, Value::of<DataType::Int>(seconds));
}

struct Fixture
{
    std::error_code publish(const Requester& who, const std::vector<std::string>& keys, std::vector<Info> infos = {})
    {
        for (const std::string& key : keys)
            infos.emplace_back(key, Value::string("of " + toString(who.proc())));
        const auto result = publications.publish(who, PublishRequest{0, std::move(infos)});
        return result ? make_error_code(Status::Success) : result.error().code;
    }

    Got<LookupFound>& lookup(const Requester& who, std::vector<std::string> keys, std::vector<Info> infos = {})
    {
        publications.lookup(who, LookupRequest{0, std::move(keys), std::move(infos)}, found.emplace_back().answer());
        return found.back();
    }
    bool finds(const Requester& who, const std::string& key, std::vector<Info> infos = {})
    {
        return lookup(who, {key}, std::move(infos)).ok();
    }

    ManualScheduler scheduler;
    Publications publications{scheduler};
    std::deque<Got<LookupFound>> found;
};

const Requester kPublisher = client("a", 0);

} // namespace

class TestPublications : public QObject
{
    Q_OBJECT

private slots:
    void whatIsPublishedIsFoundWithItsPublisher();
    void someKeysMissingIsAPartialSuccess();
    void nothingFoundIsAnError();
    void rangesSayWhoFindsIt_data();
    void rangesSayWhoFindsIt();
    void theRangeOfALookupSaysWhereThePublisherIs();
    void theNarrowestRangeIsFoundFirst();
    void nothingCrossesToAnotherUser();
    void aDuplicateKeyRefusesAllOfThePublication();
    void keysMayBeTheSameInDifferentRanges();
    void nonsenseIsRefused();
    void firstReadIsFoundOnce();
    void persistenceEndsWithProcessJobOrNever();
    void aWaitingLookupIsAnsweredByThePublication();
    void aWaitingLookupMayBeContentWithSome();
    void aWaitingLookupDoesNotTakeBeforeItIsAnswered();
    void aWaitingLookupEndsAtItsTimeout();
    void droppedPeersGetNoAnswer();
    void aPeerMayNotWaitForTooMany();
    void onlyThePublisherUnpublishes();
    void unpublishWithoutKeysTakesAllItsOwn();
    void aUserMayNotPublishTooMuch();
    void whatIsUnpublishedMakesRoom();
};

void TestPublications::whatIsPublishedIsFoundWithItsPublisher()
{
    Fixture f;
    QCOMPARE(f.publish(kPublisher, {"x", "y"}), make_error_code(Status::Success));
    const auto& got = f.lookup(client("b", 1), {"y"});
    QVERIFY(got.ok());
    QVERIFY(got.result()->status == Status::Success);
    QVERIFY((got.result()->data == std::vector{PublishedData{proc("a", 0), "y", Value::string("of a.0")}}));
}

void TestPublications::someKeysMissingIsAPartialSuccess()
{
    Fixture f;
    f.publish(kPublisher, {"x"});
    const auto& got = f.lookup(client("b", 1), {"z", "x"});
    QVERIFY(got.result()->status == Status::ErrPartialSuccess);
    QCOMPARE(got.result()->data.size(), std::size_t(1));
}

void TestPublications::nothingFoundIsAnError()
{
    Fixture f;
    QCOMPARE(f.lookup(client("b", 1), {"x"}).code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(f.lookup(client("b", 1), {}).code(), make_error_code(Status::ErrBadParam));
}

void TestPublications::rangesSayWhoFindsIt_data()
{
    QTest::addColumn<DataRange>("range");
    QTest::addColumn<bool>("sameJob");
    QTest::addColumn<bool>("otherJob");
    QTest::newRow("proc local") << DataRange::ProcLocal << false << false;
    QTest::newRow("namespace") << DataRange::Namespace << true << false;
    QTest::newRow("local") << DataRange::Local << true << true;
    QTest::newRow("session") << DataRange::Session << true << true;
    QTest::newRow("global") << DataRange::Global << true << true;
    QTest::newRow("custom") << DataRange::Custom << false << true;
}

void TestPublications::rangesSayWhoFindsIt()
{
    QFETCH(dbgr::pmix::DataRange, range);
    QFETCH(bool, sameJob);
    QFETCH(bool, otherJob);
    Fixture f;
    const std::vector<Proc> targets{wholeJob("b")};
    const Info custom(keys::kEventCustomRange,
                      Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(std::span(targets))));
    QCOMPARE(f.publish(kPublisher, {"x"}, {tst_publications::range(range), custom}), make_error_code(Status::Success));
    QVERIFY(f.finds(kPublisher, "x"));
    QCOMPARE(f.finds(client("a", 1), "x"), sameJob);
    QCOMPARE(f.finds(client("b", 0), "x"), otherJob);
}

void TestPublications::theRangeOfALookupSaysWhereThePublisherIs()
{
    Fixture f;
    f.publish(kPublisher, {"x"});
    QVERIFY(f.finds(client("a", 1), "x", {range(DataRange::Namespace)}));
    QVERIFY(!f.finds(client("b", 1), "x", {range(DataRange::Namespace)}));
    QVERIFY(!f.finds(client("a", 1), "x", {range(DataRange::ProcLocal)}));
    QVERIFY(f.finds(client("b", 1), "x", {range(DataRange::Global)}));
}

void TestPublications::theNarrowestRangeIsFoundFirst()
{
    Fixture f;
    f.publish(client("a", 1), {"x"}, {range(DataRange::Global)});
    f.publish(client("a", 2), {"x"}, {range(DataRange::Namespace)});
    f.publish(client("a", 3), {"x"}, {range(DataRange::Session)});
    QVERIFY(f.lookup(client("a", 0), {"x"}).result()->data.front().publisher == proc("a", 2));
    QVERIFY(f.lookup(client("b", 0), {"x"}).result()->data.front().publisher != proc("a", 2));
}

void TestPublications::nothingCrossesToAnotherUser()
{
    Fixture f;
    const Requester stranger = client(proc("theirs", 0), kOtherUser);
    f.publish(kPublisher, {"x"}, {range(DataRange::Global)});
    QVERIFY(!f.finds(stranger, "x", {range(DataRange::Global)}));
    QCOMPARE(f.publish(stranger, {"x"}, {range(DataRange::Global)}), make_error_code(Status::Success));
    QVERIFY(!f.publications.unpublish(client(kPublisher.proc(), kOtherUser), LookupRequest{kUser, {"x"}, {}}));
    QVERIFY(f.finds(kPublisher, "x"));
}

void TestPublications::aDuplicateKeyRefusesAllOfThePublication()
{
    Fixture f;
    f.publish(kPublisher, {"x"});
    QCOMPARE(f.publish(client("b", 0), {"w", "x"}), make_error_code(Status::ErrDuplicateKey));
    QVERIFY(!f.finds(kPublisher, "w"));
    QCOMPARE(f.publish(client("b", 0), {"v", "v"}), make_error_code(Status::ErrDuplicateKey));
    QVERIFY(!f.finds(kPublisher, "v"));
}

void TestPublications::keysMayBeTheSameInDifferentRanges()
{
    Fixture f;
    QCOMPARE(f.publish(kPublisher, {"x"}, {range(DataRange::Namespace)}), make_error_code(Status::Success));
    QCOMPARE(f.publish(client("b", 0), {"x"}, {range(DataRange::Namespace)}), make_error_code(Status::Success));
    QCOMPARE(f.publish(client("a", 1), {"x"}, {range(DataRange::Namespace)}), make_error_code(Status::ErrDuplicateKey));
    QCOMPARE(f.publish(client("a", 1), {"x"}, {range(DataRange::ProcLocal)}), make_error_code(Status::Success));
    QCOMPARE(f.publish(client("a", 2), {"x"}, {range(DataRange::ProcLocal)}), make_error_code(Status::Success));
}

void TestPublications::nonsenseIsRefused()
{
    Fixture f;
    QCOMPARE(f.publish(kPublisher, {}), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.publish(kPublisher, {}, {range(DataRange::Session)}), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.publish(kPublisher, {""}), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.publish(kPublisher, {std::string(600, 'k')}), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.publish(kPublisher, {"x"}, {range(DataRange::Invalid)}), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.publish(kPublisher, {"x"}, {persistence(Persistence::Invalid)}), make_error_code(Status::ErrBadParam));
}

void TestPublications::firstReadIsFoundOnce()
{
    Fixture f;
    f.publish(kPublisher, {"x"}, {persistence(Persistence::FirstRead)});
    QVERIFY(f.finds(client("b", 0), "x"));
    QVERIFY(!f.finds(client("b", 0), "x"));
    QCOMPARE(f.publish(kPublisher, {"x"}), make_error_code(Status::Success));
}

void TestPublications::persistenceEndsWithProcessJobOrNever()
{
    Fixture f;
    f.publish(kPublisher, {"process"}, {persistence(Persistence::Process)});
    f.publish(kPublisher, {"default"});
    f.publish(kPublisher, {"session"}, {persistence(Persistence::Session)});
    f.publish(kPublisher, {"ever"}, {persistence(Persistence::Indefinite)});
    const Requester reader = client("b", 0);
    f.publications.processEnded(proc("a", 1));
    QVERIFY(f.finds(reader, "process"));
    f.publications.processEnded(proc("a", 0));
    QVERIFY(!f.finds(reader, "process"));
    QVERIFY(f.finds(reader, "default"));
    f.publications.jobEnded("a");
    QVERIFY(!f.finds(reader, "default"));
    QVERIFY(f.finds(reader, "session"));
    QVERIFY(f.finds(reader, "ever"));
}

void TestPublications::aWaitingLookupIsAnsweredByThePublication()
{
    Fixture f;
    const auto& got = f.lookup(client("b", 0), {"x", "y"}, {waitFor(0)});
    f.publish(kPublisher, {"x"});
    QCOMPARE(got.times(), 0);
    f.publish(kPublisher, {"y"});
    QVERIFY(got.ok());
    QCOMPARE(got.result()->data.size(), std::size_t(2));
}

void TestPublications::aWaitingLookupMayBeContentWithSome()
{
    Fixture f;
    const auto& got = f.lookup(client("b", 0), {"x", "y", "z"}, {waitFor(2)});
    f.publish(kPublisher, {"x"});
    QCOMPARE(got.times(), 0);
    f.publish(kPublisher, {"z"});
    QVERIFY(got.result()->status == Status::ErrPartialSuccess);
    QCOMPARE(got.result()->data.size(), std::size_t(2));
}

void TestPublications::aWaitingLookupDoesNotTakeBeforeItIsAnswered()
{
    Fixture f;
    const auto& got = f.lookup(client("b", 0), {"x", "y"}, {waitFor(0)});
    f.publish(kPublisher, {"x"}, {persistence(Persistence::FirstRead)});
    QVERIFY(f.finds(client("b", 1), "x"));
    f.publish(kPublisher, {"y"});
    QCOMPARE(got.times(), 0);
}

void TestPublications::aWaitingLookupEndsAtItsTimeout()
{
    Fixture f;
    const auto& got = f.lookup(client("b", 0), {"x"}, {waitFor(1), timeout(2)});
    f.scheduler.advance(2s);
    QCOMPARE(got.code(), make_error_code(Status::ErrTimeout));
    f.publish(kPublisher, {"x"});
    QCOMPARE(got.times(), 1);
}

void TestPublications::droppedPeersGetNoAnswer()
{
    Fixture f;
    const auto& got = f.lookup(client("b", 0), {"x"}, {waitFor(1), timeout(2)});
    f.publications.dropPeer(client("b", 0).id);
    f.publish(kPublisher, {"x"});
    f.scheduler.advance(2s);
    QCOMPARE(got.times(), 0);
}

void TestPublications::aPeerMayNotWaitForTooMany()
{
    Fixture f;
    for (std::size_t i = 0; i < Publications::kMaxWaiting; ++i)
        QCOMPARE(f.lookup(client("b", 0), {"x"}, {waitFor(1)}).times(), 0);
    QCOMPARE(f.lookup(client("b", 0), {"x"}, {waitFor(1)}).code(), make_error_code(Status::ErrOutOfResource));
    QCOMPARE(f.lookup(client("b", 1), {"x"}, {waitFor(1)}).times(), 0);
    QCOMPARE(f.lookup(client("b", 2), {std::string(Publications::kMaxWaitingBytes, 'k')}, {waitFor(1)}).code(),
             make_error_code(Status::ErrOutOfResource));
}

void TestPublications::onlyThePublisherUnpublishes()
{
    Fixture f;
    f.publish(kPublisher, {"x"});
    QCOMPARE(f.publications.unpublish(client("a", 1), LookupRequest{0, {"x"}, {}}).error().code,
             make_error_code(Status::ErrNotFound));
    QVERIFY(f.finds(client("b", 0), "x"));
    QVERIFY(!f.publications.unpublish(kPublisher, LookupRequest{0, {"x"}, {range(DataRange::Global)}}));
    QVERIFY(f.publications.unpublish(kPublisher, LookupRequest{0, {"x"}, {}}).has_value());
    QVERIFY(!f.finds(client("b", 0), "x"));
}

void TestPublications::unpublishWithoutKeysTakesAllItsOwn()
{
    Fixture f;
    f.publish(kPublisher, {"x", "y"});
    f.publish(client("a", 1), {"z"});
    QVERIFY(f.publications.unpublish(kPublisher, LookupRequest{}).has_value());
    QVERIFY(!f.finds(client("b", 0), "x"));
    QVERIFY(!f.finds(client("b", 0), "y"));
    QVERIFY(f.finds(client("b", 0), "z"));
    QVERIFY2(f.publications.unpublish(kPublisher, LookupRequest{}).has_value(), "nothing is all of nothing");
}

void TestPublications::aUserMayNotPublishTooMuch()
{
    Fixture f;
    const Value big = Value::string(std::string(Publications::kMaxBytes / 4, 'x'));
    for (const char* key : {"a", "b", "c"})
        QVERIFY(f.publications.publish(kPublisher, PublishRequest{0, {Info(key, big)}}).has_value());
    QCOMPARE(f.publications.publish(kPublisher, PublishRequest{0, {Info("d", big)}}).error().code,
             make_error_code(Status::ErrOutOfResource));
    QVERIFY(
        f.publications.publish(client(proc("theirs", 0), kOtherUser), PublishRequest{0, {Info("d", big)}}).has_value());
}

void TestPublications::whatIsUnpublishedMakesRoom()
{
    Fixture f;
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < Publications::kMaxItems; ++i)
        keys.push_back(std::to_string(i));
    QCOMPARE(f.publish(kPublisher, keys), make_error_code(Status::Success));
    QCOMPARE(f.publish(kPublisher, {"x"}), make_error_code(Status::ErrOutOfResource));
    QVERIFY(f.publications.unpublish(kPublisher, LookupRequest{0, {"7"}, {}}).has_value());
    QCOMPARE(f.publish(kPublisher, {"x"}), make_error_code(Status::Success));
}

DBGR_TEST(TestPublications, QCoreApplication);

} // namespace tst_publications

#include "tst_publications.moc"
