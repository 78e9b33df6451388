// SPDX-License-Identifier: GPL-3.0-or-later
// Packing through the C interface: the bytes of libpmix come out as they went in; damage, and too little room, are
// told.
#include "pmix/capi/values/buffer_bytes.h"
#include "pmix/capi/values/c_types.h"
#include "pmix/capi/values/structs.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <pmix.h>
#include <string>

namespace tst_capi_data {

using namespace dbgr::pmix::capi;
using dbgr::test::VectorValue;

namespace {

/// A buffer that frees itself.
struct PackBuffer : pmix_data_buffer_t
{
    explicit PackBuffer(const std::string& bytes = {}) : pmix_data_buffer_t{}
    {
        if (!bytes.empty() && !appendBytes(*this, bytes))
            qFatal("no memory");
    }
    PackBuffer(const PackBuffer&) = delete;
    PackBuffer& operator=(const PackBuffer&) = delete;
    ~PackBuffer() { PMIx_Data_buffer_destruct(this); }

    [[nodiscard]] std::string bytes() const { return {base_ptr ? base_ptr : "", bytes_used}; }
};

pmix_data_type_t typeNamed(const std::string& name)
{
    for (pmix_data_type_t code = 1; code < 100; ++code) {
        const std::string standard = PMIx_Data_type_string(code);
        if (standard == "PMIX_" + name || standard == "PMIX_PROC_" + name)
            return code;
    }
    return PMIX_UNDEF;
}

/// Unpacks all of one pack call, and packs it again.
pmix_status_t transcode(const std::string& bytes, pmix_data_type_t type, std::string& out)
{
    PackBuffer in(bytes);
    PackBuffer again;
    int32_t count = 16;
    pmix_data_array_t array;
    PMIx_Data_array_construct(&array, 16, type);
    pmix_status_t status = PMIx_Data_unpack(nullptr, &in, array.array, &count, type);
    if (status == PMIX_SUCCESS)
        status = PMIx_Data_pack(nullptr, &again, array.array, count, type);
    PMIx_Data_array_destruct(&array);
    out = again.bytes();
    return status;
}

} // namespace

class TestCapiData : public QObject
{
    Q_OBJECT

private slots:
    void libpmixsBytesComeOutAsTheyWentIn_data();
    void libpmixsBytesComeOutAsTheyWentIn();
    void cutBytesAreRefused_data() { libpmixsBytesComeOutAsTheyWentIn_data(); }
    void cutBytesAreRefused();
    void callsFollowOneAnother();
    void tooLittleRoomIsTold();
    void emptyBufferEnds();
    void badArgumentsAreRefused();
    void payloadsAreCopiedFromWhereReadingIs();
    void bytesMoveInAndOut();
    void embeddingCopies();
    void copiesAreIndependent();
    void compressedBytesComeBack();
    void damagedBlocksAreRefused();
};

void TestCapiData::libpmixsBytesComeOutAsTheyWentIn_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("bytes");
    for (const VectorValue& value : dbgr::test::loadPmixValues("v41"))
        QTest::addRow("%s %s", value.type.c_str(), value.remark.c_str())
            << int{typeNamed(value.type)} << QByteArray::fromStdString(value.bytes);
}

void TestCapiData::libpmixsBytesComeOutAsTheyWentIn()
{
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    std::string out;
    QCOMPARE(transcode(bytes.toStdString(), static_cast<pmix_data_type_t>(type), out), PMIX_SUCCESS);
    QCOMPARE(QByteArray::fromStdString(out).toHex(' '), bytes.toHex(' '));
}

void TestCapiData::cutBytesAreRefused()
{
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    if (qstrcmp(QTest::currentDataTag(), "DATA_ARRAY empty") == 0)
        QSKIP("older peers leave the size out, so the shorter bytes are the same array");
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        PackBuffer in(bytes.left(length).toStdString());
        int32_t count = 16;
        pmix_data_array_t array;
        PMIx_Data_array_construct(&array, 16, static_cast<pmix_data_type_t>(type));
        const pmix_status_t status =
            PMIx_Data_unpack(nullptr, &in, array.array, &count, static_cast<pmix_data_type_t>(type));
        QVERIFY(status != PMIX_SUCCESS);
        QCOMPARE(count, 0);
        QVERIFY(unreadBytes(in).size() == static_cast<std::size_t>(length)); // nothing was taken
        PMIx_Data_array_destruct(&array);
    }
}

void TestCapiData::callsFollowOneAnother()
{
    PackBuffer buffer;
    for (int i = 0; i < 100; ++i) { // past the first growth
        char text[] = "some text";
        char* texts[] = {text, nullptr};
        QCOMPARE(PMIx_Data_pack(nullptr, &buffer, &i, 1, PMIX_INT), PMIX_SUCCESS);
        QCOMPARE(PMIx_Data_pack(nullptr, &buffer, texts, 2, PMIX_STRING), PMIX_SUCCESS);
    }
    for (int i = 0; i < 100; ++i) {
        int number = -1;
        char* texts[2];
        int32_t one = 1;
        int32_t two = 2;
        QCOMPARE(PMIx_Data_unpack(nullptr, &buffer, &number, &one, PMIX_INT), PMIX_SUCCESS);
        QCOMPARE(number, i);
        QCOMPARE(PMIx_Data_unpack(nullptr, &buffer, texts, &two, PMIX_STRING), PMIX_SUCCESS);
        QCOMPARE(std::string(texts[0]), std::string("some text"));
        QVERIFY(texts[1] == nullptr);
        std::free(texts[0]);
    }
    QVERIFY(unreadBytes(buffer).empty());
}

void TestCapiData::tooLittleRoomIsTold()
{
    PackBuffer buffer;
    uint32_t numbers[] = {1, 2, 3};
    QCOMPARE(PMIx_Data_pack(nullptr, &buffer, numbers, 3, PMIX_UINT32), PMIX_SUCCESS);
    uint32_t out[2] = {};
    int32_t room = 2;
    QCOMPARE(PMIx_Data_unpack(nullptr, &buffer, out, &room, PMIX_UINT32), PMIX_ERR_UNPACK_INADEQUATE_SPACE);
    QCOMPARE(room, 2);
    QCOMPARE(out[1], 2u);
}

void TestCapiData::emptyBufferEnds()
{
    PackBuffer buffer;
    int number = 0;
    int32_t count = 1;
    QCOMPARE(PMIx_Data_unpack(nullptr, &buffer, &number, &count, PMIX_INT), PMIX_ERR_UNPACK_READ_PAST_END_OF_BUFFER);
    QCOMPARE(count, 0);
}

void TestCapiData::badArgumentsAreRefused()
{
    PackBuffer buffer;
    int number = 0;
    pmix_topology_t topology = PMIX_TOPOLOGY_STATIC_INIT;
    QCOMPARE(PMIx_Data_pack(nullptr, nullptr, &number, 1, PMIX_INT), PMIX_ERR_BAD_PARAM);
    QCOMPARE(PMIx_Data_pack(nullptr, &buffer, nullptr, 1, PMIX_INT), PMIX_ERR_BAD_PARAM);
    QCOMPARE(PMIx_Data_pack(nullptr, &buffer, &number, -1, PMIX_INT), PMIX_ERR_BAD_PARAM);
    QCOMPARE(PMIx_Data_pack(nullptr, &buffer, &number, 1, 499), PMIX_ERR_UNKNOWN_DATA_TYPE);
    QCOMPARE(PMIx_Data_pack(nullptr, &buffer, &topology, 1, PMIX_TOPO), PMIX_ERR_NOT_SUPPORTED);
    QVERIFY(buffer.bytes().empty());
}

void TestCapiData::payloadsAreCopiedFromWhereReadingIs()
{
    PackBuffer source;
    int numbers[] = {1, 2};
    int out = 0;
    int32_t count = 1;
    (void)PMIx_Data_pack(nullptr, &source, &numbers[0], 1, PMIX_INT);
    (void)PMIx_Data_pack(nullptr, &source, &numbers[1], 1, PMIX_INT);
    (void)PMIx_Data_unpack(nullptr, &source, &out, &count, PMIX_INT);
    PackBuffer target;
    QCOMPARE(PMIx_Data_copy_payload(&target, &source), PMIX_SUCCESS);
    QCOMPARE(PMIx_Data_unpack(nullptr, &target, &out, &count, PMIX_INT), PMIX_SUCCESS);
    QCOMPARE(out, 2);
    QCOMPARE(PMIx_Data_copy_payload(&source, &source), PMIX_SUCCESS); // onto itself
    QCOMPARE(unreadBytes(source).size(), std::size_t{4});
}

void TestCapiData::bytesMoveInAndOut()
{
    pmix_byte_object_t payload = {strdup("abc"), 3};
    const char* memory = payload.bytes;
    PackBuffer buffer;
    QCOMPARE(PMIx_Data_load(&buffer, &payload), PMIX_SUCCESS);
    QVERIFY(payload.bytes == nullptr && buffer.base_ptr == memory);
    QCOMPARE(PMIx_Data_unload(&buffer, &payload), PMIX_SUCCESS);
    QVERIFY(payload.bytes == memory && payload.size == 3 && buffer.base_ptr == nullptr);
    PMIX_BYTE_OBJECT_DESTRUCT(&payload);
    QCOMPARE(PMIx_Data_unload(&buffer, &payload), PMIX_SUCCESS);
    QVERIFY(payload.bytes == nullptr && payload.size == 0);
}

void TestCapiData::embeddingCopies()
{
    char text[] = "abc";
    pmix_byte_object_t payload = {text, 3};
    PackBuffer buffer("old");
    QCOMPARE(PMIx_Data_embed(&buffer, &payload), PMIX_SUCCESS);
    QCOMPARE(buffer.bytes(), std::string("abc"));
    QVERIFY(payload.bytes == text);
}

void TestCapiData::copiesAreIndependent()
{
    char text[] = "abc";
    void* copy = nullptr;
    QCOMPARE(PMIx_Data_copy(&copy, text, PMIX_STRING), PMIX_SUCCESS);
    QCOMPARE(std::string(static_cast<char*>(copy)), std::string("abc"));
    std::free(copy);
    pmix_app_t app = PMIX_APP_STATIC_INIT;
    app.cmd = text;
    QCOMPARE(PMIx_Data_copy(&copy, &app, PMIX_APP), PMIX_SUCCESS);
    auto* other = static_cast<pmix_app_t*>(copy);
    QVERIFY(other->cmd != app.cmd && std::string(other->cmd) == "abc");
    PMIX_APP_RELEASE(other);
}

void TestCapiData::compressedBytesComeBack()
{
    const std::string text(100000, 'x');
    uint8_t* block = nullptr;
    uint8_t* back = nullptr;
    size_t blockSize = 0;
    size_t backSize = 0;
    QVERIFY(PMIx_Data_compress(reinterpret_cast<const uint8_t*>(text.data()), text.size(), &block, &blockSize));
    QVERIFY(blockSize < text.size());
    QVERIFY(PMIx_Data_decompress(block, blockSize, &back, &backSize));
    QCOMPARE(std::string(reinterpret_cast<char*>(back), backSize), text);
    std::free(block);
    std::free(back);
    QVERIFY(!PMIx_Data_compress(reinterpret_cast<const uint8_t*>("ab"), 2, &block, &blockSize)); // not worth it
}

void TestCapiData::damagedBlocksAreRefused()
{
    uint8_t* back = nullptr;
    size_t size = 0;
    const uint8_t block[] = {0xff, 0xff, 0xff, 0xff, 1, 2, 3};
    for (size_t length = 0; length <= sizeof block; ++length)
        QVERIFY(!PMIx_Data_decompress(block, length, &back, &size));
}

DBGR_TEST(TestCapiData, QCoreApplication);

} // namespace tst_capi_data

#include "tst_capi_data.moc"
