// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/meeting_place.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_meeting_place {

using namespace dbgr;
using agent::MeetingPlace;

namespace {

constexpr const char* kSession = "00112233445566778899aabbccddeeff";

} // namespace

class TestMeetingPlace : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_parent;

    [[nodiscard]] std::string parent() const { return m_parent->path().toStdString(); }
    [[nodiscard]] std::string folder() const
    {
        return parent() + "/dbgr-" + std::to_string(::geteuid()) + "-" + kSession;
    }
    [[nodiscard]] util::Result<MeetingPlace> enter() const { return MeetingPlace::enter(folder() + "/door-n1"); }

private slots:
    void init() { m_parent = std::make_unique<QTemporaryDir>(); }

    void theFirstListensAndTheOthersCall()
    {
        const auto first = enter();
        const auto second = enter();
        QVERIFY(first && second);
        auto door = first->claim();
        QVERIFY(door && *door);
        const auto again = second->claim();
        QVERIFY(again && !*again);
        QVERIFY(second->call(std::chrono::milliseconds(0)));
        const util::UniqueFd taken(::accept((*door)->get(), nullptr, nullptr));
        QVERIFY(static_cast<bool>(taken));
    }

    void nodesThatShareAFolderDoNotMeet()
    {
        const auto here = enter();
        const auto there = MeetingPlace::enter(folder() + "/door-n2");
        auto door = here->claim();
        auto other = there->claim();
        QVERIFY(door && *door && other && *other);
        QVERIFY(here->door() != there->door());
    }

    void theFolderIsForUsAlone()
    {
        const mode_t before = ::umask(0);
        const auto place = enter();
        ::umask(before);
        QVERIFY(place);
        struct stat info
        {};
        QCOMPARE(::stat(folder().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, 0700u);
    }

    void aLongFolderIsNoObstacle()
    {
        std::string deep = parent();
        for (int i = 0; i < 4; ++i) {
            deep += '/' + std::string(60, 'x');
            ::mkdir(deep.c_str(), 0700);
        }
        const auto place = MeetingPlace::enter(deep + "/dbgr/door-n1");
        QVERIFY(place);
        auto door = place->claim();
        QVERIFY(door && *door);
        QVERIFY(place->call(std::chrono::milliseconds(0)));
        QCOMPARE(::access(place->door().c_str(), F_OK), 0);
    }

    void whatIsOpenToOthersIsRefused()
    {
        ::mkdir(folder().c_str(), 0700);
        ::chmod(folder().c_str(), 0770);
        const auto place = enter();
        QVERIFY(!place);
        QVERIFY(place.error().code == std::errc::permission_denied);
    }

    void linksAreNotFollowed()
    {
        const std::string target = parent() + "/elsewhere";
        ::mkdir(target.c_str(), 0700);
        QCOMPARE(::symlink(target.c_str(), folder().c_str()), 0);
        QVERIFY(!enter());
    }

    void whatBelongsToAnotherUserIsRefused()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make another user's folder");
        ::mkdir(folder().c_str(), 0700);
        QCOMPARE(::chown(folder().c_str(), 65534, 65534), 0);
        const auto place = enter();
        QVERIFY(!place);
        QVERIFY(place.error().message().find("belongs to user 65534") != std::string::npos);
    }

    void aDeadDoorIsGivenUp()
    {
        const auto place = enter();
        static_cast<void>(place->claim()); // closed at once
        const auto call = place->call(std::chrono::milliseconds(20));
        QVERIFY(!call);
        QVERIFY(call.error().code == std::errc::connection_refused);
    }

    void theDoorIsInTheFolderForTemporaries()
    {
        const std::string door = agent::doorOnThisNode({"A=1", "TMPDIR=" + parent()}, kSession);
        QVERIFY(door.starts_with(folder() + "/door-"));
        for (const std::string& variable : {std::string("TMPDIR="), std::string("TMPDIR=here"), std::string("B=2")})
            QVERIFY(agent::doorOnThisNode({variable}, kSession).starts_with("/tmp/dbgr-"));
    }

    void removingLeavesNothing()
    {
        const auto place = enter();
        const auto door = place->claim();
        agent::removeDoor(place->door());
        QVERIFY(::access(folder().c_str(), F_OK) != 0);
    }
};

DBGR_TEST(TestMeetingPlace, QCoreApplication);

} // namespace tst_meeting_place

#include "tst_meeting_place.moc"
