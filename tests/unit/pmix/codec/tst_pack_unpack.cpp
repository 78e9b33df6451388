// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "tests/support/pmix/with_type.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QtTest>

#include <map>

namespace tst_pack_unpack {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;
using dbgr::util::toHex;

namespace {

constexpr WireVersion kAllVersions[] = {WireVersion::V20, WireVersion::V21, WireVersion::V3, WireVersion::V4,
                                        WireVersion::V41, WireVersion::V51, WireVersion::V61};
constexpr WireFormat kV41{WireVersion::V41, BufferType::NonDescribed};
constexpr WireFormat kV3{WireVersion::V3, BufferType::NonDescribed};
constexpr WireFormat kV20{WireVersion::V20, BufferType::NonDescribed};

/// Something of that type that is not all zeros.
template <DataType D>
TypeOf<D> sample()
{
    using T = TypeOf<D>;
    const Proc proc{"job-1@2", ProcRank(70000)};
    const Coord coord{1, {2, 300}};
    if constexpr (std::is_same_v<T, std::monostate>)
        return {};
    else if constexpr (D == DataType::DataType)
        return DataType::DataArray;
    else if constexpr (std::is_same_v<T, bool>)
        return true;
    else if constexpr (kIsNumber<T>)
        return fromInteger<T>(std::numeric_limits<IntegerOf<T>>::max());
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(-2.25);
    else if constexpr (std::is_same_v<T, NullableString>)
        return "text";
    else if constexpr (std::is_same_v<T, ByteObject>)
        return {std::string("\0\1\xff", 3)};
    else if constexpr (D == DataType::Buffer)
        return {BufferType::FullyDescribed, "bytes"};
    else if constexpr (D == DataType::Regex)
        return {std::string("blob:\0component=zlib:\0size=3:\0a\0b", 33)};
    else if constexpr (D == DataType::Timeval)
        return {-5, 999999};
    else if constexpr (D == DataType::Proc)
        return proc;
    else if constexpr (D == DataType::Value)
        return Value::infos({{"k", Value::proc(proc)}});
    else if constexpr (D == DataType::Info)
        return {"k", Value::string("v"), info_flags::kRequired};
    else if constexpr (D == DataType::KeyValue)
        return {"k", Value::boolean(true)};
    else if constexpr (D == DataType::PublishedData)
        return {proc, "k", Value::of<DataType::Size>(1)};
    else if constexpr (D == DataType::App)
        return {"cmd", {"cmd", "arg"}, {"A=B"}, std::nullopt, -1, {{"k", Value::boolean(false)}}};
    else if constexpr (D == DataType::ProcInfo)
        return {proc, "host", "exe", dbgr::util::Pid(7), ProcState::Connected};
    else if constexpr (D == DataType::DataArray)
        return DataArray::of<DataType::Proc>(std::vector<Proc>{proc, proc});
    else if constexpr (D == DataType::Query)
        return {{"a", "b"}, {{"q", Value::of<DataType::Rank>(kRankWildcard)}}};
    else if constexpr (D == DataType::Envar)
        return {"PATH", "/bin", ':'};
    else if constexpr (D == DataType::Coord)
        return coord;
    else if constexpr (D == DataType::RegAttr)
        return {"NAME", "key", DataType::Bool, {"one", "two"}};
    else if constexpr (D == DataType::Geometry)
        return {1, "uuid", std::nullopt, {coord, coord}};
    else if constexpr (D == DataType::DeviceDistance)
        return {"uuid", "os", 3, 4, 500};
    else if constexpr (D == DataType::Endpoint)
        return {std::nullopt, "os", "bytes"};
    else if constexpr (D == DataType::ProcStats)
        return {"node", proc, dbgr::util::Pid(1), "cmd", 'R', {1, 2}, -3, 4, 0.5F, 1.5F, 2.5F, 6, {7, 8}};
    else if constexpr (D == DataType::Device)
        return {"uuid", "os", 5};
    else if constexpr (D == DataType::ResourceUnit)
        return {1, 2};
    else if constexpr (D == DataType::NodePid)
        return {"host", 1, dbgr::util::Pid(2)};
}

template <DataType D>
std::string packed(WireFormat format, const TypeOf<D>& element)
{
    Packer packer(format);
    packer.pack<D>(element);
    return packer.finish().value();
}

std::vector<DataType> allTypes()
{
    return {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until) DataType::name,
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    };
}

} // namespace

class TestPackUnpack : public QObject
{
    Q_OBJECT

private slots:
    void everyTypeComesBackInEveryVersion_data();
    void everyTypeComesBackInEveryVersion();
    void aValueOfEveryTypeComesBack();
    void fixedVersionsWriteFullWidthAndTags();
    void version20WritesWideCommandsAndInfoTypes();
    void version20IgnoresWhatItNeverSet();
    void describedBuffersNameTheirTypes();
    void describedBuffersRefuseAnotherType();
    void nullAndEmptyTextsDiffer();
    void countedArraysLeaveOutTheEmptyOne();
    void countedArraysRefuseAnotherNumber();
    void nullArraysAreWrittenAsThePeerExpects();
    void arraysOfMixedTypesAreRefused();
    void errorsStay();
    void errorsSayWhatAndWhere();
};

void TestPackUnpack::everyTypeComesBackInEveryVersion_data()
{
    QTest::addColumn<int>("type");
    for (const DataType type : allTypes()) {
        if (type == DataType::Undef)
            continue; // the type of values only; a field of it would be no bytes
        QTest::newRow(toString(type).c_str()) << int(type);
    }
}

void TestPackUnpack::everyTypeComesBackInEveryVersion()
{
    QFETCH(int, type);
    for (const WireVersion version : kAllVersions) {
        for (const BufferType buffer : {BufferType::NonDescribed, BufferType::FullyDescribed}) {
            withType(static_cast<DataType>(type), [&]<DataType D>() {
                const WireFormat format{version, buffer};
                Packer packer(format);
                packer.pack<D>(sample<D>());
                const Result<std::string> bytes = packer.finish();
                if (!hasType(version, D)) {
                    QVERIFY(!bytes);
                    QVERIFY(bytes.error().code == Status::ErrUnknownDataType);
                    return;
                }
                QVERIFY2(bytes, bytes ? "" : bytes.error().detail.c_str());
                Unpacker unpacker(format, *bytes);
                const Result<TypeOf<D>> element = unpacker.unpack<D>();
                QVERIFY2(element, element ? "" : element.error().detail.c_str());
                QVERIFY(*element == sample<D>());
                QVERIFY(unpacker.atEnd());
            });
        }
    }
}

void TestPackUnpack::aValueOfEveryTypeComesBack()
{
    for (const WireVersion version : kAllVersions) {
        std::vector<Info> infos;
        for (const DataType type : allTypes()) {
            if (hasType(version, type))
                withType(type, [&]<DataType D>() { infos.emplace_back(toString(D), Value::of<D>(sample<D>())); });
        }
        const WireFormat format{version, BufferType::NonDescribed};
        Packer packer(format);
        packer.packCounted<DataType::Info>(infos);
        const std::string bytes = packer.finish().value();
        const auto again = Unpacker(format, bytes).unpackCounted<DataType::Info>();
        QVERIFY2(again, again ? "" : again.error().detail.c_str());
        QVERIFY(*again == infos);
    }
}

void TestPackUnpack::fixedVersionsWriteFullWidthAndTags()
{
    QCOMPARE(toHex(packed<DataType::Info>(kV3, {"k1", Value::of<DataType::Uint8>(200)})), std::string("00000001"
                                                                                                      "000000036b3100"
                                                                                                      "00000000"
                                                                                                      "000c"
                                                                                                      "c8"));
    QCOMPARE(toHex(packed<DataType::Size>(kV3, 2)), std::string("00000001000f0000000000000002"));
    QCOMPARE(toHex(packed<DataType::Int>(kV3, -1)), std::string("000000010009ffffffff"));
    QCOMPARE(toHex(packed<DataType::Pid>(kV3, dbgr::util::Pid(4660))), std::string("00000001000e00001234"));
    QCOMPARE(toHex(packed<DataType::Command>(kV3, Command::Request)), std::string("0000000100"));
}

void TestPackUnpack::version20WritesWideCommandsAndInfoTypes()
{
    QCOMPARE(toHex(packed<DataType::Command>(kV20, Command::Query)), std::string("000000010000000f"));
    QCOMPARE(toHex(packed<DataType::Info>(kV20, {"k", Value::boolean(true)})), std::string("00000001"
                                                                                           "000000026b00"
                                                                                           "00000000"
                                                                                           "000900000001"
                                                                                           "01"));
    QCOMPARE(toHex(packed<DataType::KeyValue>(kV20, {"k", Value::boolean(true)})), std::string("00000001"
                                                                                               "000000026b00"
                                                                                               "0001"
                                                                                               "01"));
}

void TestPackUnpack::version20IgnoresWhatItNeverSet()
{
    const std::string bytes = *dbgr::util::fromHex("00000001deadbe05");
    QVERIFY(Unpacker(kV20, bytes).unpack<DataType::Command>() == Command::Finalize);
}

void TestPackUnpack::describedBuffersNameTheirTypes()
{
    const WireFormat flexible{WireVersion::V41, BufferType::FullyDescribed};
    const WireFormat fixed{WireVersion::V3, BufferType::FullyDescribed};
    QCOMPARE(toHex(packed<DataType::Command>(flexible, Command::Request)), std::string("09022200"));
    QCOMPARE(toHex(packed<DataType::Command>(fixed, Command::Request)), std::string("000900000001002200"));
}

void TestPackUnpack::describedBuffersRefuseAnotherType()
{
    const WireFormat format{WireVersion::V41, BufferType::FullyDescribed};
    const std::string bytes = packed<DataType::Uint32>(format, 7);
    const auto status = Unpacker(format, bytes).unpack<DataType::Status>();
    QVERIFY(!status);
    QVERIFY(status.error().code == Status::ErrTypeMismatch);
    const auto proc = Unpacker(format, packed<DataType::Command>(kV41, Command::Abort)).unpack<DataType::Proc>();
    QVERIFY(!proc);
}

void TestPackUnpack::nullAndEmptyTextsDiffer()
{
    QCOMPARE(toHex(packed<DataType::String>(kV41, std::nullopt)), std::string("0200"));
    QCOMPARE(toHex(packed<DataType::String>(kV41, "")), std::string("020200"));
    QVERIFY(Unpacker(kV41, std::string_view("\2\0", 2)).unpack<DataType::String>().value() == std::nullopt);
    QVERIFY(Unpacker(kV41, std::string_view("\2\2\0", 3)).unpack<DataType::String>().value() == std::string());
}

void TestPackUnpack::countedArraysLeaveOutTheEmptyOne()
{
    Packer packer(kV41);
    packer.packCounted<DataType::Proc>({});
    packer.packArray<DataType::Proc>({});
    const std::string bytes = packer.finish().value();
    QCOMPARE(toHex(bytes), std::string("020000"));
    Unpacker unpacker(kV41, bytes);
    QVERIFY(unpacker.unpackCounted<DataType::Proc>().value().empty());
    QVERIFY(unpacker.unpackArray<DataType::Proc>().value().empty());
    QVERIFY(unpacker.atEnd());
}

void TestPackUnpack::countedArraysRefuseAnotherNumber()
{
    Packer packer(kV41);
    packer.pack<DataType::Size>(3);
    packer.packArray<DataType::Status>(std::vector{Status::Success, Status::Error});
    const std::string bytes = packer.finish().value();
    const auto statuses = Unpacker(kV41, bytes).unpackCounted<DataType::Status>();
    QVERIFY(!statuses);
    QVERIFY(statuses.error().code == Status::ErrUnpackFailure);
}

void TestPackUnpack::nullArraysAreWrittenAsThePeerExpects()
{
    const WireFormat v61{WireVersion::V61, BufferType::NonDescribed};
    const Value null = Value::of<DataType::DataArray>({});
    QCOMPARE(toHex(packed<DataType::Value>(kV41, null)), std::string("02270000"));
    QCOMPARE(toHex(packed<DataType::Value>(v61, null)), std::string("022700"));
    // A 6.1 library writes it so in v41, too; at the end of a message there is no doubt.
    QVERIFY(Unpacker(kV41, std::string_view("\2\x27\0", 3)).unpack<DataType::Value>().value() == null);
}

void TestPackUnpack::arraysOfMixedTypesAreRefused()
{
    DataArray array = DataArray::of<DataType::Uint32>(std::vector<std::uint32_t>{1});
    array.values.push_back(Value::boolean(true));
    Packer packer(kV41);
    packer.pack<DataType::DataArray>(array);
    const Result<std::string> bytes = packer.finish();
    QVERIFY(!bytes);
    QVERIFY(bytes.error().code == Status::ErrPackFailure);
}

void TestPackUnpack::errorsStay()
{
    const std::string bytes = packed<DataType::Int8>(kV41, -1) + packed<DataType::Size>(kV41, 1);
    Unpacker unpacker(kV41, bytes);
    QVERIFY(!unpacker.unpackArray<DataType::Proc>());
    QVERIFY(!unpacker.unpack<DataType::Size>());
    QVERIFY(!unpacker.unpack<DataType::Undef>());

    Packer packer(kV3);
    packer.pack<DataType::Coord>({});
    packer.pack<DataType::Bool>(true);
    QVERIFY(!packer.finish());
}

void TestPackUnpack::errorsSayWhatAndWhere()
{
    const std::string bytes = packed<DataType::Status>(kV41, Status::Success) + std::string("\2\x10q", 3);
    Unpacker unpacker(kV41, bytes);
    QVERIFY(unpacker.unpack<DataType::Status>());
    const auto text = unpacker.unpack<DataType::String>();
    QVERIFY(!text);
    QCOMPARE(text.error().detail, std::string("decoding PMIX_STRING at byte 2: the message ends too early"));
}

DBGR_TEST(TestPackUnpack);

} // namespace tst_pack_unpack

#include "tst_pack_unpack.moc"
