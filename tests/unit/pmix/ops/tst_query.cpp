// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/ops/query.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

namespace tst_query {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::toHex;

namespace {

std::string reply(Status status, const std::vector<Info>& infos)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Status>(status);
    packer.packCounted<DataType::Info>(infos);
    return packer.finish().value();
}

} // namespace

class TestQuery : public QObject
{
    Q_OBJECT

private slots:
    void isWrittenAsCaptured();
    void processTableIsReadByRank();
    void namespacesAreAList();
    void answersBehindARefusalCount();
    void refusalWithoutAnswersIsAnError();
    void tableOfAnotherFormIsAnError();
};

void TestQuery::isWrittenAsCaptured()
{
    const auto session = loadPmixSession("tool-to-prterun-3.0.8");
    const Query query = namespacesQuery();
    const std::string body = encodeQuery({}, std::span(&query, 1)).value();
    bool found = false;
    for (const VectorEntry& entry : session.connections.front().entries)
        found |= entry.kind == VectorEntry::Kind::Frame && entry.body() == body;
    QVERIFY2(found, toHex(body).c_str());
}

void TestQuery::processTableIsReadByRank()
{
    int tables = 0;
    const auto session = loadPmixSession("query-proctable");
    for (const VectorEntry& entry : session.connections.front().entries) {
        if (entry.from == ConnectionRole::Connector || entry.cut)
            continue;
        const auto answer = decodeInfoReply(session.connections.front().format, entry.body());
        if (!answer || !procTableOf(*answer))
            continue;
        const std::vector<ProcInfo> table = procTableOf(*answer).value();
        QVERIFY(!table.empty());
        for (std::size_t i = 0; i < table.size(); ++i) {
            QCOMPARE(table[i].proc.rank.value(), std::uint32_t(i));
            QVERIFY(table[i].pid.value() > 0);
            QVERIFY(!table[i].hostname.empty());
        }
        ++tables;
    }
    QVERIFY(tables >= 1);
}

void TestQuery::namespacesAreAList()
{
    const auto answer =
        decodeInfoReply({}, reply(Status::Success, {Info(keys::kQueryNamespaces, Value::string("a@1,b@2"))}));
    QVERIFY((namespacesOf(answer.value()).value() == std::vector<std::string>{"a@1", "b@2"}));
    const auto none = decodeInfoReply({}, reply(Status::Success, {Info(keys::kQueryNamespaces, Value::string(""))}));
    QVERIFY(namespacesOf(none.value()).value().empty());
}

void TestQuery::answersBehindARefusalCount()
{
    const auto answer =
        decodeInfoReply({}, reply(Status::ErrNotSupported, {Info(keys::kQueryNamespaces, Value::string("a@1"))}));
    QVERIFY(answer);
    QVERIFY(answer->status == Status::ErrNotSupported);
    QVERIFY(namespacesOf(*answer));
}

void TestQuery::refusalWithoutAnswersIsAnError()
{
    QCOMPARE(decodeInfoReply({}, reply(Status::ErrNotFound, {})).error().code, make_error_code(Status::ErrNotFound));
    QCOMPARE(decodeInfoReply({}, std::string_view("\x02\x5b", 2)).error().code, make_error_code(Status::ErrNotFound));
    QVERIFY(decodeInfoReply({}, std::string_view("\x02\x00", 2)));
    QVERIFY(!decodeInfoReply({}, ""));
}

void TestQuery::tableOfAnotherFormIsAnError()
{
    const auto answer = decodeInfoReply({}, reply(Status::Success, {Info(keys::kQueryProcTable, Value::string("x"))}));
    QVERIFY(!procTableOf(answer.value()));
    QVERIFY(!procTableOf(QueryReply{}));
}

DBGR_TEST(TestQuery);

} // namespace tst_query

#include "tst_query.moc"
