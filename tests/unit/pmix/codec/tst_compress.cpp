// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/compress.h"

#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_compress {

using namespace dbgr::pmix;
using dbgr::test::loadPmixValues;

class TestCompress : public QObject
{
    Q_OBJECT

private slots:
    void inflatesWhatLibpmixCompressed();
    void refusesMoreThanTheLimit();
    void refusesAClaimThatNoStreamCanMeet();
    void refusesDamagedBlocks();
};

void TestCompress::inflatesWhatLibpmixCompressed()
{
    const auto blocks = loadPmixValues("zlib_blocks");
    QCOMPARE(blocks.size(), std::size_t{2});
    QCOMPARE(inflateBlock(blocks[0].bytes).value(), std::string(20000, 'x'));
    QCOMPARE(inflateBlock(blocks[1].bytes).value(), std::string(100000, 'a'));
}

void TestCompress::refusesMoreThanTheLimit()
{
    const std::string block = loadPmixValues("zlib_blocks")[0].bytes;
    QVERIFY(inflateBlock(block, 20000));
    const auto text = inflateBlock(block, 19999);
    QVERIFY(!text);
    QVERIFY(text.error().code == Status::ErrOutOfResource);
}

void TestCompress::refusesAClaimThatNoStreamCanMeet()
{
    std::string block = loadPmixValues("zlib_blocks")[0].bytes;
    block.replace(0, 4, std::string(4, '\xff'));
    const auto text = inflateBlock(block, std::size_t{1} << 40);
    QVERIFY(!text);
    QVERIFY(text.error().code == Status::ErrUnpackFailure);
}

void TestCompress::refusesDamagedBlocks()
{
    const std::string block = loadPmixValues("zlib_blocks")[0].bytes;
    for (std::size_t length = 0; length < block.size(); ++length)
        QVERIFY(!inflateBlock(block.substr(0, length)));
    std::string lying = block;
    lying[0] = '\x21'; // one byte more than the stream holds
    QVERIFY(!inflateBlock(lying));
    lying[0] = '\x1f';
    QVERIFY(!inflateBlock(lying));
}

DBGR_TEST(TestCompress);

} // namespace tst_compress

#include "tst_compress.moc"
