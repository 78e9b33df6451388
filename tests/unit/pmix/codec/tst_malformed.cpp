// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a peer sends ends in values or in an error: no crash, no endless work, no memory that its bytes don't pay
// for.
#include "pmix/codec/limits.h"
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/types/all_types.h"
#include "tests/support/pmix/message_schema.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/pmix/with_type.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QtTest>

namespace tst_malformed {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;

namespace {

constexpr WireFormat kV41{WireVersion::V41, BufferType::NonDescribed};
constexpr WireFormat kV3{WireVersion::V3, BufferType::NonDescribed};

template <DataType D>
std::error_code unpackError(WireFormat format, std::string_view hex)
{
    const std::string bytes = *dbgr::util::fromHex(hex);
    const auto elements = Unpacker(format, bytes).unpackArray<D>();
    return elements ? std::error_code() : elements.error().code;
}

/// A body without its count, when it may be any of all layouts.
void tryAllLayouts(WireFormat format, std::string_view body)
{
    for (unsigned code = 0; code <= unsigned(Command::ResolveNode); ++code) {
        if (const Fields* fields = requestFields(static_cast<Command>(code)))
            (void)transcode(format, *fields, body);
        (void)transcode(format, replyFields(static_cast<Command>(code)), body);
    }
}

} // namespace

class TestMalformed : public QObject
{
    Q_OBJECT

private slots:
    void truncatedValuesAreErrors();
    void anyDamageToACapturedMessageEnds_data();
    void anyDamageToACapturedMessageEnds();
    void lengthsAndCountsAreHeldAgainstTheBytes();
    void numbersMustFitTheirType();
    void typesMustBeKnown();
    void depthIsLimited();
    void elementsAreLimited();
    void unterminatedTextsAreTaken();
    void damagedRegexesAreErrors();
    void damagedDecimalsAreErrors();
};

void TestMalformed::truncatedValuesAreErrors()
{
    for (const VectorValue& value : loadPmixValues("v41")) {
        for (unsigned code = 0; code < 100; ++code) {
            const auto type = static_cast<DataType>(code);
            if (!isKnown(type) || toString(type) != "PMIX_" + value.type)
                continue;
            for (std::size_t length = 0; length < value.bytes.size(); ++length) {
                const bool decoded = withType(type, [&]<DataType D>() {
                    return Unpacker(kV41, std::string_view(value.bytes).substr(0, length)).unpackArray<D>().has_value();
                });
                // Only an array without elements looks complete without its size: 6.1 writes a null one so.
                QVERIFY2(!decoded || value.type == "DATA_ARRAY", value.type.c_str());
            }
        }
    }
}

void TestMalformed::anyDamageToACapturedMessageEnds_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"held-launcher-4.1-and-cospawn", "tool-4.2.2-forced-v3-to-3.2.5-server",
                             "fully-described-6.1", "client-6.1-under-prterun-4.1-hash"})
        QTest::newRow(name) << name;
}

void TestMalformed::anyDamageToACapturedMessageEnds()
{
    QFETCH(QString, name);
    for (const VectorConnection& connection : loadPmixSession(name.toStdString()).connections) {
        for (const VectorEntry& entry : connection.entries) {
            if (entry.kind != VectorEntry::Kind::Frame || entry.body().size() > 160)
                continue;
            std::string body(entry.body());
            for (std::size_t at = 0; at < body.size(); ++at) {
                tryAllLayouts(connection.format, std::string_view(body).substr(0, at));
                const char kept = body[at];
                for (const char damage : {'\0', '\x7f', '\x80', '\xff'}) {
                    body[at] = damage;
                    tryAllLayouts(connection.format, body);
                }
                body[at] = kept;
            }
        }
    }
}

void TestMalformed::lengthsAndCountsAreHeldAgainstTheBytes()
{
    // A pack call of 2^31-1 elements, of -1, of more than there are bytes.
    QCOMPARE(unpackError<DataType::Proc>(kV41, "feffffff0f"), make_error_code(Status::ErrUnpackReadPastEnd));
    QCOMPARE(unpackError<DataType::Proc>(kV41, "01"), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::Uint8>(kV41, "0601"), make_error_code(Status::ErrUnpackReadPastEnd));
    QCOMPARE(unpackError<DataType::Uint8>(kV3, "7fffffff00"), make_error_code(Status::ErrUnpackReadPastEnd));
    // Texts: 2^31-1 bytes, -1 bytes.
    QCOMPARE(unpackError<DataType::String>(kV41, "02feffffff0f61"), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::String>(kV41, "0201"), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::String>(kV41, "0208616200"), make_error_code(Status::ErrUnpackReadPastEnd));
    // A byte object and an array of 2^64-1.
    QCOMPARE(unpackError<DataType::ByteObject>(kV41, "02ffffffffffffffffff"),
             make_error_code(Status::ErrUnpackReadPastEnd));
    QCOMPARE(unpackError<DataType::DataArray>(kV41, "020effffffffffffffffff"),
             make_error_code(Status::ErrUnpackReadPastEnd));
    // Elements without a type would take no bytes.
    QCOMPARE(unpackError<DataType::DataArray>(kV41, "02000100"), make_error_code(Status::ErrUnpackFailure));
    // One element where the message has two, or none.
    QVERIFY(!Unpacker(kV41, std::string_view("\4\0\0", 3)).unpack<DataType::Status>());
    QVERIFY(!Unpacker(kV41, std::string_view("\0\0", 2)).unpack<DataType::Status>());
}

void TestMalformed::numbersMustFitTheirType()
{
    QCOMPARE(unpackError<DataType::Uint16>(kV41, "02ffff03"), std::error_code());
    QCOMPARE(unpackError<DataType::Uint16>(kV41, "02808004"), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::Int32>(kV41, "028080808010"), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::Rank>(kV41, "02ffffffffffffffffff"), make_error_code(Status::ErrUnpackFailure));
    // Tagged ones of the fixed versions: another integer is fine, anything else is not.
    QCOMPARE(unpackError<DataType::Size>(kV3, "00000001000e00000005"), std::error_code());
    QCOMPARE(unpackError<DataType::Size>(kV3, "00000001000300000005"), make_error_code(Status::ErrTypeMismatch));
    QCOMPARE(unpackError<DataType::Int>(kV3, "00000001000a7fffffffffffffff"),
             make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(unpackError<DataType::Pid>(kV41, "020305"), make_error_code(Status::ErrTypeMismatch));
}

void TestMalformed::typesMustBeKnown()
{
    QCOMPARE(unpackError<DataType::Value>(kV41, "02630000"), make_error_code(Status::ErrUnknownDataType));
    QCOMPARE(unpackError<DataType::Value>(kV41, "02490000"), make_error_code(Status::ErrUnknownDataType)); // 6.1's
    QCOMPARE(unpackError<DataType::Info>({WireVersion::V20, BufferType::NonDescribed},
                                         "00000001000000026b00000000000009000000ff"),
             make_error_code(Status::ErrUnknownDataType));
    const auto call = Unpacker(kV3, std::string_view()).unpack<DataType::Coord>();
    QVERIFY(call.error().code == Status::ErrUnknownDataType);
}

void TestMalformed::depthIsLimited()
{
    const auto nested = [](std::size_t depth, const char* level) {
        std::string hex = "02";
        for (std::size_t i = 0; i < depth; ++i)
            hex += level;
        return hex + "0000"; // in the innermost: nothing, or an array of nothing
    };
    // Values within values, and arrays within arrays.
    QCOMPARE(unpackError<DataType::Value>(kV41, nested(limits::kMaxDepth - 1, "15")), std::error_code());
    QCOMPARE(unpackError<DataType::Value>(kV41, nested(limits::kMaxDepth, "15")),
             make_error_code(Status::ErrOutOfResource));
    QCOMPARE(unpackError<DataType::DataArray>(kV41, nested(limits::kMaxDepth, "2701")), std::error_code());
    QCOMPARE(unpackError<DataType::DataArray>(kV41, nested(limits::kMaxDepth + 1, "2701")),
             make_error_code(Status::ErrOutOfResource));
    QCOMPARE(unpackError<DataType::DataArray>(kV41, nested(100000, "2701")), make_error_code(Status::ErrOutOfResource));

    Value value;
    for (std::size_t i = 0; i <= limits::kMaxDepth; ++i)
        value = Value::infos({{"k", std::move(value)}});
    Packer packer(kV41);
    packer.pack<DataType::Value>(value);
    QVERIFY(packer.finish().error().code == Status::ErrPackFailure);
}

void TestMalformed::elementsAreLimited()
{
    Packer packer(kV41);
    packer.pack<DataType::Int32>(static_cast<std::int32_t>(limits::kMaxElements + 1));
    std::string bytes = packer.finish().value().substr(1); // the count of a call
    bytes.append(limits::kMaxElements + 1, '\1');
    const auto bools = Unpacker(kV41, bytes).unpackArray<DataType::Bool>();
    QVERIFY(!bools);
    QVERIFY(bools.error().code == Status::ErrOutOfResource);
}

void TestMalformed::unterminatedTextsAreTaken()
{
    // C code ends a text at its first NUL; a length without one is no reason to drop the message.
    QCOMPARE(*Unpacker(kV41, std::string_view("\2\4ab", 4)).unpack<DataType::String>().value(), std::string("ab"));
    QCOMPARE(*Unpacker(kV41, std::string_view("\2\6a\0b", 5)).unpack<DataType::String>().value(), std::string("a"));
}

void TestMalformed::damagedRegexesAreErrors()
{
    for (const std::string_view bytes :
         {std::string_view("\2pmix[n:0-3]", 12), std::string_view("\2blob:\0", 7),
          std::string_view("\2blob:\0component=zlib:\0size=9:\0abc", 34),
          std::string_view("\2blob:\0component=zlib:\0size=-1:\0abc", 35),
          std::string_view("\2blob:\0component=zlib:\0length=3:\0abc", 36),
          std::string_view("\2blob:\0component=zlib:\0size=99999999999999999999:\0abc", 53)})
        QVERIFY(!Unpacker(kV41, bytes).unpack<DataType::Regex>());
}

void TestMalformed::damagedDecimalsAreErrors()
{
    QVERIFY(!Unpacker(kV41, std::string_view("\2\6ab\0", 5)).unpack<DataType::Double>());
    QVERIFY(!Unpacker(kV41, std::string_view("\2\0", 2)).unpack<DataType::Float>());
    QVERIFY(Unpacker(kV41, std::string_view("\2\x8nan\0", 6)).unpack<DataType::Float>());
}

DBGR_TEST(TestMalformed);

} // namespace tst_malformed

#include "tst_malformed.moc"
