// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/tags.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_tags {

using namespace dbgr::pmix;

class TestTags : public QObject
{
    Q_OBJECT

private slots:
    void connectorBeginsFarFrom101();
    void acceptorKeepsToTheUpperHalf();
    void reservedTagsAreNotDynamic();
};

void TestTags::connectorBeginsFarFrom101()
{
    TagCounter tags(ConnectionRole::Connector);
    QCOMPARE(tags.next().value(), 0x40000000u);
    QCOMPARE(tags.next().value(), 0x40000001u);
}

void TestTags::acceptorKeepsToTheUpperHalf()
{
    TagCounter tags(ConnectionRole::Acceptor);
    QCOMPARE(tags.next().value(), 0x80000032u);
    QCOMPARE(kLastConnectorTag.next().value(), kFirstAcceptorTag.value());
}

void TestTags::reservedTagsAreNotDynamic()
{
    for (const Tag tag : {kNotifyTag, kHeartbeatTag, kIofTag, Tag(99), kConnectTag})
        QVERIFY(!isDynamic(tag));
    QVERIFY(isDynamic(Tag(100)));
    QVERIFY(isDynamic(kLastAcceptorTag));
}

DBGR_TEST(TestTags);

} // namespace tst_tags

#include "tst_tags.moc"
