// SPDX-License-Identifier: GPL-3.0-or-later
// Single values of every type as OpenPMIx packed them come out of the encoder as they went in.
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/pmix/with_type.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <optional>
#include <set>

namespace tst_captured_values {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;

namespace {

std::optional<DataType> typeNamed(const std::string& name)
{
    for (unsigned code = 0; code < 100; ++code) {
        const auto type = static_cast<DataType>(code);
        const std::string standard = toString(type);
        if (isKnown(type) && (standard == "PMIX_" + name || standard == "PMIX_PROC_" + name))
            return type;
    }
    return std::nullopt;
}

Result<std::string> transcodeArray(WireFormat format, DataType type, const std::string& bytes)
{
    return withType(type, [&]<DataType D>() -> Result<std::string> {
        Unpacker unpacker(format, bytes);
        DBGR_TRY(const auto elements, unpacker.unpackArray<D>());
        if (!unpacker.atEnd())
            return dbgr::util::fail(Status::ErrUnpackFailure, "bytes are left over");
        Packer packer(format);
        if constexpr (D == DataType::Bool) {
            const std::unique_ptr<bool[]> flags(new bool[elements.size()]);
            std::copy(elements.begin(), elements.end(), flags.get());
            packer.packArray<D>(std::span<const bool>(flags.get(), elements.size()));
        } else {
            packer.packArray<D>(elements);
        }
        return packer.finish();
    });
}

} // namespace

class TestCapturedValues : public QObject
{
    Q_OBJECT

private slots:
    void comeOutAsTheyWentIn_data();
    void comeOutAsTheyWentIn();
    void coverTheTypes();
    void decodeToWhatWasPacked();
};

void TestCapturedValues::comeOutAsTheyWentIn_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("version");
    for (const VectorValue& value : loadPmixValues("v41")) {
        for (const WireVersion version : {WireVersion::V41, WireVersion::V61})
            QTest::addRow("%s %s %s", traits(version).name.data(), value.type.c_str(), value.remark.c_str())
                << QString::fromStdString(value.type) << QByteArray::fromStdString(value.bytes) << int(version);
    }
    for (const VectorValue& value : loadPmixValues("v61"))
        QTest::addRow("v61 only %s %s", value.type.c_str(), value.remark.c_str())
            << QString::fromStdString(value.type) << QByteArray::fromStdString(value.bytes) << int(WireVersion::V61);
}

void TestCapturedValues::comeOutAsTheyWentIn()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, bytes);
    QFETCH(int, version);
    const auto dataType = typeNamed(type.toStdString());
    QVERIFY2(dataType, qPrintable(type));
    const bool emptyArray = *dataType == DataType::DataArray && bytes.size() == 3;
    if (emptyArray && static_cast<WireVersion>(version) == WireVersion::V61)
        return; // 6.1 writes it shorter, see v61.txt
    const auto again =
        transcodeArray({static_cast<WireVersion>(version), BufferType::NonDescribed}, *dataType, bytes.toStdString());
    QVERIFY2(again, again ? "" : again.error().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(*again).toHex(), bytes.toHex());
}

void TestCapturedValues::coverTheTypes()
{
    const auto values = loadPmixValues("v41");
    QCOMPARE(values.size(), std::size_t{68});
    std::set<std::string> types;
    for (const VectorValue& value : values)
        types.insert(value.type);
    QVERIFY(types.size() >= 50);
}

void TestCapturedValues::decodeToWhatWasPacked()
{
    const WireFormat format;
    const auto bytesOf = [](const char* type, const char* remark) {
        for (const VectorValue& value : loadPmixValues("v41")) {
            if (value.type == type && value.remark == remark)
                return value.bytes;
        }
        return std::string();
    };
    const std::string app = bytesOf("APP", "");
    const auto decodedApp = Unpacker(format, app).unpack<DataType::App>();
    QVERIFY(decodedApp);
    const App expected{"c", {"c", "-x"}, {"A=B"}, "/", 2, {{"k1", Value::of<DataType::Uint8>(200)}}};
    QVERIFY(*decodedApp == expected);

    const std::string strings = bytesOf("STRING", "{abc,NULL}");
    const auto decodedStrings = Unpacker(format, strings).unpackArray<DataType::String>();
    QVERIFY(decodedStrings);
    QVERIFY((*decodedStrings == std::vector<NullableString>{"abc", std::nullopt}));

    const std::string info = bytesOf("INFO", "[2]");
    const auto infos = Unpacker(format, info).unpackArray<DataType::Info>();
    QVERIFY(infos);
    QVERIFY((*infos == std::vector<Info>{{"k1", Value::of<DataType::Uint8>(200)},
                                         {"k2", Value::boolean(true), info_flags::kRequired}}));

    const std::string procInfo = bytesOf("PROC_INFO", "");
    const auto decodedProcInfo = Unpacker(format, procInfo).unpack<DataType::ProcInfo>();
    QVERIFY(decodedProcInfo);
    const ProcInfo line{{"ns", kRankWildcard}, "h", "/bin/x", dbgr::util::Pid(4660), ProcState::Running};
    QVERIFY(*decodedProcInfo == line);

    const std::string unsignedBytes = bytesOf("UINT", "4000000000");
    QCOMPARE(Unpacker(format, unsignedBytes).unpack<DataType::Uint>().value(), 4000000000u);
    const std::string real = bytesOf("DOUBLE", "-0.1");
    QCOMPARE(Unpacker(format, real).unpack<DataType::Double>().value(), -0.1);
}

DBGR_TEST(TestCapturedValues);

} // namespace tst_captured_values

#include "tst_captured_values.moc"
