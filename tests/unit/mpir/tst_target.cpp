// SPDX-License-Identifier: GPL-3.0-or-later
// This program has a table itself, and looks into its own memory; what could not happen in it, a fake memory has.
#include <QtTest>

#include "mpir/mpir_error.h"
#include "mpir/proctable.h"
#include "mpir/target.h"
#include "tests/support/run/test_class.h"

#include <cstring>
#include <unistd.h>

namespace tst_target {

using namespace dbgr;
using namespace dbgr::mpir;

namespace {

struct Descriptor
{
    const char* host;
    const char* executable;
    int pid;
};

Descriptor g_ranks[] = {{"n01", "/bin/ring", 11}, {"n02", "./ring", 12}};

} // namespace

extern "C" {
[[gnu::used]] Descriptor* MPIR_proctable = g_ranks;
[[gnu::used]] int MPIR_proctable_size = 2;
[[gnu::used]] volatile int MPIR_being_debugged = 0;
[[gnu::used]] const char* totalview_jobid = "4711";
[[gnu::used]] char MPIR_executable_path[8] = "abc";
}

namespace {

/// 64 KB from address 0x10000 on.
class FakeMemory final : public util::ProcessMemory
{
public:
    static constexpr std::uint64_t kStart = 0x10000;
    std::string bytes = std::string(0x10000, '\0');

    bool read(util::RemoteAddress at, std::span<std::byte> out) override
    {
        const std::uint64_t address = at.value();
        if (address < kStart || address - kStart > bytes.size() || out.size() > bytes.size() - (address - kStart))
            return false;
        if (!out.empty())
            std::memcpy(out.data(), bytes.data() + (address - kStart), out.size());
        return true;
    }
    bool write(util::RemoteAddress, std::span<const std::byte>) override { return false; }
    void reopen() override {}

    template <class T>
    void put(std::uint64_t address, const T& value)
    {
        std::memcpy(bytes.data() + (address - kStart), &value, sizeof value);
    }
};

struct Fixture
{
    std::unique_ptr<FakeMemory> owned = std::make_unique<FakeMemory>();
    FakeMemory& memory = *owned;
    Target target{std::move(owned), {{"MPIR_proctable", {0x10000, 8}}, {"MPIR_proctable_size", {0x10008, 4}}}};

    Fixture(std::int32_t size, std::uint64_t table)
    {
        memory.put(0x10000, table);
        memory.put(0x10008, size);
    }
    void entry(std::uint64_t at, std::uint64_t host, std::uint64_t executable, std::int32_t pid)
    {
        memory.put(at, host);
        memory.put(at + 8, executable);
        memory.put(at + 16, pid);
    }
    [[nodiscard]] std::error_code error()
    {
        const auto table = readProctable(target);
        return table ? std::error_code() : table.error().code;
    }
};

} // namespace

class TestTarget : public QObject
{
    Q_OBJECT

private slots:
    void readsTheTableOfAProcess()
    {
        auto target = Target::open(util::Pid(::getpid()));
        QVERIFY2(target.has_value(), target ? "" : target.error().message().c_str());
        const auto table = readProctable(*target);
        QVERIFY2(table.has_value(), table ? "" : table.error().message().c_str());
        QVERIFY((*table == Proctable{{"n01", "/bin/ring", util::Pid(11)}, {"n02", "./ring", util::Pid(12)}}));
        QCOMPARE(target->text("totalview_jobid").value(), std::string("4711"));
        QVERIFY(!target->symbol(kDebugState));
        QVERIFY(target->number(kDebugState).error().code == Errc::NoTable);
    }

    void writesVariables()
    {
        auto target = Target::open(util::Pid(::getpid()));
        QVERIFY(target.has_value());
        QVERIFY(target->setNumber(kBeingDebugged, 1).has_value());
        QCOMPARE(MPIR_being_debugged, 1);
        QVERIFY(target->setArray("MPIR_executable_path", std::string_view("xy\0", 3)).has_value());
        QCOMPARE(target->array("MPIR_executable_path").value(), std::string("xy"));
        QVERIFY(target->setArray("MPIR_executable_path", "123456789").error().code == std::errc::message_size);
    }

    void saysWhoHasNoTable()
    {
        QProcess sleeper;
        sleeper.start("/bin/sleep", {"60"});
        QVERIFY(sleeper.waitForStarted());
        const util::Pid pid(static_cast<std::int32_t>(sleeper.processId()));
        const auto target = Target::open(pid);
        QVERIFY(!target.has_value());
        QVERIFY2(target.error().code == Errc::NoTable, target.error().message().c_str());
        sleeper.kill();
        sleeper.waitForFinished();
        const auto gone = Target::open(pid);
        QVERIFY(!gone.has_value());
        QVERIFY(gone.error().code.category() == std::generic_category() ||
                gone.error().code.category() == std::system_category());
    }

    void isNotFilledUntilEveryRankIsThere()
    {
        Fixture none(0, 0);
        QVERIFY(none.error() == Errc::NotFilled);
        Fixture one(2, 0x10100);
        std::memcpy(one.memory.bytes.data() + 0x200, "n01", 4);
        one.entry(0x10100, 0x10200, 0x10200, 5);
        one.entry(0x10118, 0x10200, 0x10200, 0);
        QVERIFY(one.error() == Errc::NotFilled);
        one.entry(0x10118, 0x10200, 0x10200, 6);
        QVERIFY(!one.error());
    }

    void refusesWhatCannotBe()
    {
        QVERIFY(Fixture(-1, 0x10100).error() == Errc::Damaged);
        QVERIFY(Fixture(0x7fffffff, 0x10100).error() == Errc::Damaged);
        QVERIFY(Fixture(2, 8).error() == Errc::Damaged);
        QVERIFY(Fixture(2, UINT64_MAX).error() == Errc::Damaged);
        QVERIFY(Fixture(5000, 0x10100).error() == Errc::Damaged); // ends behind the memory
        Fixture text(1, 0x10100);
        text.entry(0x10100, 0x10200, 77, 5);
        QVERIFY(text.error() == Errc::Damaged);
    }

    void cutsTextsWithoutEnd()
    {
        Fixture f(1, 0x10100);
        f.memory.bytes.replace(0x1000, 0xf000, 0xf000, 'x');
        f.entry(0x10100, 0x11000, 0x11001, 5);
        const auto table = readProctable(f.target);
        QVERIFY(table.has_value());
        QCOMPARE(table->front().host.size(), Target::kMaxTextBytes);
        f.entry(0x10100, 0x11000, 0x1fff0, 5); // runs out of the memory
        QVERIFY(f.error() == Errc::Damaged);
    }
};

DBGR_TEST(TestTarget);

} // namespace tst_target

#include "tst_target.moc"
