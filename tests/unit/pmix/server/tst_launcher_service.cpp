// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/reply.h"
#include "pmix/server/launcher_service.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_launcher_service {

using namespace dbgr::pmix;

namespace {

const Proc kLauncher{"prterun-vm-1@0", ProcRank(0)};
const Proc kSelf{"dbgr.vm.2", ProcRank(0)};

LauncherService service(WireFormat format = {})
{
    return LauncherService(format, kSelf, kLauncher, {Info(keys::kDebugStopInInit, Value::boolean(true))});
}

std::string command(Command code)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Command>(code);
    return packer.finish().value();
}

std::error_code replyCode(const LauncherService::Reaction& reaction)
{
    const auto result = decodeStatusReply({}, reaction.reply.value());
    return result ? std::error_code() : result.error().code;
}

} // namespace

class TestLauncherService : public QObject
{
    Q_OBJECT

private slots:
    void givesTheDirectivesAndItsParent();
    void takesNoticesAsEvents();
    void answersWhatALauncherMayAsk();
    void deregistrationHasNoReply();
    void unknownCommandsAreNotSupported();
    void brokenRequestsAreAnswered();
};

void TestLauncherService::givesTheDirectivesAndItsParent()
{
    for (const WireVersion version : {WireVersion::V3, WireVersion::V41, WireVersion::V61}) {
        const WireFormat format{version};
        const auto reaction = service(format).handle(encodeJobInfoRequest(format).value());
        QVERIFY(reaction.fetchedDirectives);
        const auto info = decodeJobInfo(format, reaction.reply.value());
        QVERIFY(info);
        QCOMPARE(info->nspace, kLauncher.nspace); // its own, not ours
        const Value* directives = info->find(keys::kLaunchDirectives);
        QVERIFY(directives != nullptr);
        QVERIFY(directives->asInfos() != nullptr);
        QCOMPARE(directives->asInfos()->front().key, std::string(keys::kDebugStopInInit));
        QVERIFY(info->find(keys::kParentId)->asProc() == kSelf);
    }
}

void TestLauncherService::takesNoticesAsEvents()
{
    EventNotice notice;
    notice.code = Status::EventJobEnd;
    notice.range = DataRange::Session;
    notice.infos = {Info(keys::kNspace, Value::string("job"))};
    const auto reaction = service().handle(encodeNotify({}, notice).value());
    QVERIFY(!replyCode(reaction));
    QVERIFY(reaction.event);
    QVERIFY(reaction.event->code == Status::EventJobEnd);
    QVERIFY(reaction.event->source == kLauncher);
    QCOMPARE(reaction.event->affected()->nspace, "job");
}

void TestLauncherService::answersWhatALauncherMayAsk()
{
    for (const Command code : {Command::Finalize, Command::Log, Command::RegisterEvents})
        QVERIFY(!replyCode(service().handle(command(code))));
}

void TestLauncherService::deregistrationHasNoReply()
{
    QVERIFY(!service().handle(command(Command::DeregisterEvents)).reply);
}

void TestLauncherService::unknownCommandsAreNotSupported()
{
    for (const int code : {9, 15, 36, 77, 255})
        QCOMPARE(replyCode(service().handle(command(static_cast<Command>(code)))),
                 make_error_code(Status::ErrNotSupported));
}

void TestLauncherService::brokenRequestsAreAnswered()
{
    QCOMPARE(replyCode(service().handle("")), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(replyCode(service().handle(command(Command::Notify))), make_error_code(Status::ErrUnpackFailure));
    QCOMPARE(replyCode(service().handle("\xff\xff\xff")), make_error_code(Status::ErrUnpackFailure));
}

DBGR_TEST(TestLauncherService);

} // namespace tst_launcher_service

#include "tst_launcher_service.moc"
