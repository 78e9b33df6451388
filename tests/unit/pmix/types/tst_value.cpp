// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_value {

using namespace dbgr::pmix;

class TestValue : public QObject
{
    Q_OBJECT

private slots:
    void defaultIsUndefined();
    void ranksComeInAnyIntegerType();
    void flagsComeInManyTypes();
    void numbersThatDoNotFitAreNone();
    void textsKeepNullApartFromEmpty();
    void otherKindsAreNotConverted();
    void arraysGiveTheirInfos();
    void arraysGiveElementsOfTheirTypeOnly();
    void copiesAreDeep();
    void findTakesTheFirstOfAKey();
};

void TestValue::defaultIsUndefined()
{
    QVERIFY(Value().type() == DataType::Undef);
    QVERIFY(Value() == Value());
}

void TestValue::ranksComeInAnyIntegerType()
{
    QVERIFY(Value::of<DataType::Rank>(kRankWildcard).asRank() == kRankWildcard);
    QVERIFY(Value::of<DataType::Uint32>(7).asRank() == ProcRank(7));
    QVERIFY(Value::of<DataType::Uint64>(7).asRank() == ProcRank(7));
    QVERIFY(Value::of<DataType::Int>(-2).asRank() == kRankWildcard);
    QVERIFY(!Value::of<DataType::Uint64>(std::uint64_t{1} << 32).asRank());
    QVERIFY(!Value::string("7").asRank());
}

void TestValue::flagsComeInManyTypes()
{
    QVERIFY(Value::boolean(true).asBool() == true);
    QVERIFY(Value::boolean(false).asBool() == false);
    QVERIFY(Value::of<DataType::Int>(0).asBool() == false);
    QVERIFY(Value::of<DataType::Int>(-1).asBool() == true);
    QVERIFY(Value::of<DataType::Uint16>(2).asBool() == true);
    QVERIFY(Value().asBool() == true); // the C API's NULL for a flag
    QVERIFY(!Value::string("true").asBool());
}

void TestValue::numbersThatDoNotFitAreNone()
{
    QVERIFY(Value::of<DataType::Uint64>(~std::uint64_t{0}).asUnsigned() == ~std::uint64_t{0});
    QVERIFY(!Value::of<DataType::Uint64>(~std::uint64_t{0}).asSigned());
    QVERIFY(!Value::of<DataType::Int64>(-1).asUnsigned());
    QVERIFY(Value::of<DataType::Pid>(dbgr::util::Pid(4660)).asUnsigned() == std::uint64_t{4660});
    QVERIFY(Value::of<DataType::Status>(Status::ErrNotFound).asStatus() == Status::ErrNotFound);
    QVERIFY(Value::of<DataType::Int>(-46).asStatus() == Status::ErrNotFound);
    QVERIFY(!Value::of<DataType::Int64>(std::int64_t{1} << 40).asStatus());
}

void TestValue::textsKeepNullApartFromEmpty()
{
    const Value null = Value::of<DataType::String>(std::nullopt);
    QVERIFY(null != Value::string(""));
    QVERIFY(null.asString() == std::string());
    QVERIFY(null.get<DataType::String>() == std::nullopt);
}

void TestValue::otherKindsAreNotConverted()
{
    QVERIFY(!Value::boolean(true).asString());
    QVERIFY(!Value::string("ns").asProc());
    QVERIFY(Value::proc({"ns", ProcRank(1)}).asProc() == Proc({"ns", ProcRank(1)}));
    QVERIFY(!Value::boolean(true).asArray());
    QVERIFY(!Value::string("bytes").asBytes());
    QCOMPARE(*Value::of<DataType::CompressedString>({"zz"}).asBytes(), std::string("zz"));
}

void TestValue::arraysGiveTheirInfos()
{
    const Value value = Value::infos({{keys::kHostname, Value::string("node1")}});
    QVERIFY(value.asInfos());
    QVERIFY(find(*value.asInfos(), keys::kHostname)->asString() == std::string("node1"));
    QVERIFY(!find(*value.asInfos(), keys::kNodeid));
    const Value procs = Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(std::vector<Proc>(2)));
    QVERIFY(!procs.asInfos());
    QCOMPARE(procs.asArray()->size(), std::size_t{2});
}

void TestValue::arraysGiveElementsOfTheirTypeOnly()
{
    const std::vector<Proc> procs{{"a", ProcRank(0)}, {"a", ProcRank(1)}};
    const DataArray array = DataArray::of<DataType::Proc>(procs);
    QVERIFY(array.elementsAs<DataType::Proc>() == procs);
    QVERIFY(!array.elementsAs<DataType::Rank>());
    QVERIFY(!array.elementsAs<DataType::Info>());
}

void TestValue::copiesAreDeep()
{
    Value value = Value::infos({{"k", Value::infos({{"inner", Value::of<DataType::Size>(1)}})}});
    const Value copy = value;
    QVERIFY(copy == value);
    value = Value::infos({});
    QVERIFY(copy != value);
    QCOMPARE(copy.asInfos()->at(0).value.asInfos()->at(0).key, std::string("inner"));
}

void TestValue::findTakesTheFirstOfAKey()
{
    const std::vector<Info> infos{{"k", Value::of<DataType::Int>(1)}, {"k", Value::of<DataType::Int>(2)}};
    QVERIFY(find(infos, "k")->asSigned() == std::int64_t{1});
    QVERIFY(!find(infos, "K"));
    QVERIFY(!find({}, "k"));
}

DBGR_TEST(TestValue);

} // namespace tst_value

#include "tst_value.moc"
