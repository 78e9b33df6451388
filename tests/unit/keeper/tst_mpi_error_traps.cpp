// SPDX-License-Identifier: GPL-3.0-or-later
// Traps of the keeper's own, where an error of MPI is about to end a rank: where they are, that they are met once, and
// that they stay when debuggers come and go.
#include "keeper/stub/mpi_error_watch.h"
#include "keeper/target/fatal_call.h"
#include "tests/support/keeper/process_rig.h"
#include "tests/support/run/test_class.h"
#include "util/trap_words.h"

#include <QTest>

namespace tst_mpi_error_traps {

using namespace dbgr;
using namespace dbgr::test;

namespace {

constexpr RemoteAddress kErrors[] = {3_at, 9_at};
const std::map<Tid, ThreadOrder> kNoOrders;

/// Two threads, which run, and traps at 3 and 9.
struct Ours : Rig
{
    explicit Ours(std::optional<RemoteAddress> entry = {}) : Rig({1, 2})
    {
        process.setOwnTrapWish([this, entry] { return Process::OwnTraps{errors, entry}; });
        go();
        static_cast<void>(done());
    }
    void go() { process.resume(kNoOrders, kRun); }
    /// Both stand since the first one has met a trap.
    void meet(std::uint64_t address)
    {
        trap(1, address);
        tell(2, Kind::Interrupted);
    }
    [[nodiscard]] std::string words() { return process.stopOf(Tid(1)).description; }

    std::span<const RemoteAddress> errors{kErrors};
};

std::vector<std::byte> bytes(const QByteArray& hex)
{
    std::vector<std::byte> all;
    for (const char one : QByteArray::fromHex(hex))
        all.push_back(static_cast<std::byte>(one));
    return all;
}

mpir::MappedFile mapped(const char* path)
{
    return {path, 0x1000, 0x2000, 0, false};
}

} // namespace

class TestMpiErrorTraps : public QObject
{
    Q_OBJECT

private slots:
    void theyAreThereWhileTheRankRuns()
    {
        Ours f;
        QCOMPARE(f.text->bytes, std::string("abc\xcc"
                                            "efghi\xcc"
                                            "klmnop"));
        f.process.interrupt();
        f.tell(1, Kind::Interrupted);
        f.tell(2, Kind::Interrupted);
        QCOMPARE(f.text->bytes, std::string("abcdefghijklmnop"));
    }

    void whoMeetsOneIsToldWhatItIs()
    {
        Ours f;
        f.meet(3);
        QVERIFY(f.process.stands());
        QCOMPARE(f.words(), std::string(util::kTrapOfMpiErrors));
        QCOMPARE(f.text->bytes, std::string("abcdefghijklmnop"));
    }

    void aThreadGoesOnFromThereAndTheNextOneMeetsIt()
    {
        Ours f;
        f.meet(3);
        f.go();
        QCOMPARE(f.text->bytes[3], 'd'); // a thread stands there
        QCOMPARE(f.text->bytes[9], '\xcc');
        f.process.interrupt();
        f.tracer.setPc(1, 5);
        f.tell(1, Kind::Interrupted);
        f.tell(2, Kind::Interrupted);
        f.go();
        QCOMPARE(f.text->bytes[3], '\xcc');
    }

    void itsEntryIsNoError()
    {
        Ours f(6_at);
        QCOMPARE(f.text->bytes[6], '\xcc');
        f.meet(6);
        QCOMPARE(f.words(), std::string(util::kTrapOfDebugger));
    }

    void debuggersComeAndGo()
    {
        Ours f;
        f.meet(9);
        QVERIFY(f.process.sites().add(3_at));
        QVERIFY(f.process.sites().remove(3_at));
        QVERIFY(!f.process.sites().remove(3_at)); // it was theirs once
        QVERIFY(f.process.sites().isOwn(3_at) && !f.process.sites().isWanted(3_at));
        f.process.forgetDebugger();
        f.go();
        QCOMPARE(f.text->bytes[3], '\xcc');
    }

    void theBreakpointOfADebuggerAtTheSamePlaceIsPlantedInAnyCase()
    {
        Ours f;
        f.meet(3);
        QVERIFY(f.process.sites().add(3_at));
        f.go();
        QCOMPARE(f.text->bytes[3], '\xcc');
    }

    void otherCodeIsLeftAlone()
    {
        Ours f;
        f.process.interrupt();
        f.tell(1, Kind::Interrupted);
        f.tell(2, Kind::Interrupted);
        f.text->bytes[3] = 'Z'; // another library is there now
        f.go();
        QCOMPARE(f.text->bytes[3], 'Z');
        QCOMPARE(f.text->bytes[9], '\xcc');
    }

    void theyComeAndGoWhileTheRankRuns()
    {
        Ours f;
        f.errors = {};
        f.process.followOwnTraps();
        QCOMPARE(f.text->bytes, std::string("abcdefghijklmnop"));
        f.errors = kErrors;
        f.process.followOwnTraps();
        QCOMPARE(f.text->bytes[3], '\xcc');
        QCOMPARE(f.done(), QString()); // nobody was stopped for it
    }

    void aProcessThatTheRankMakesGetsItsOwnTextBack()
    {
        Ours f;
        f.tell(1, Kind::Forked, 0, 77);
        QCOMPARE(f.offspring.size(), std::size_t(1));
        QCOMPARE(f.offspring[0].traps.size(), std::size_t(2));
    }

    // --- where they are ----------------------------------------------------------------------------------------------

    void ofMpichItIsWhatTheCodeCallsForFatalErrors_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<qulonglong>("place");
        // cmp $0x54000000,%eax; je +2; nop; nop; mov %r13,%rsi; mov %rbx,%rdi; call +0x10
        QTest::newRow("a near jump") << QByteArray("3d00000054"
                                                   "7402"
                                                   "9090"
                                                   "4c89ee"
                                                   "4889df"
                                                   "e810000000")
                                     << 0x1024ULL;
        QTest::newRow("a far jump, of another register") << QByteArray("81f903000054"
                                                                       "0f8401000000"
                                                                       "90"
                                                                       "8b54240c"
                                                                       "31ff"
                                                                       "e8f0ffffff")
                                                         << 0x1008ULL;
        QTest::newRow("of another handler") << QByteArray("3d010000547400e810000000") << 0ULL;
        QTest::newRow("something is done before") << QByteArray("3d000000547400"
                                                                "85c0"
                                                                "e810000000")
                                                  << 0ULL;
        QTest::newRow("two that differ") << QByteArray("3d000000547400e810000000"
                                                       "3d030000547400e810000000")
                                         << 0ULL;
        QTest::newRow("it jumps out") << QByteArray("3d00000054747f") << 0ULL;
        QTest::newRow("it jumps far out") << QByteArray("3d000000540f84ffffff7f") << 0ULL;
        QTest::newRow("it jumps back before it") << QByteArray("3d000000540f8400000080") << 0ULL;
        QTest::newRow("it ends in the jump") << QByteArray("3d000000540f84") << 0ULL;
        QTest::newRow("it ends in the call") << QByteArray("3d000000547400e81000") << 0ULL;
        QTest::newRow("no code") << QByteArray() << 0ULL;
    }
    void ofMpichItIsWhatTheCodeCallsForFatalErrors()
    {
        QFETCH(QByteArray, code);
        QFETCH(qulonglong, place);
        QCOMPARE(fatalCallIn(0x1000, bytes(code)).value_or(0), std::uint64_t(place));
    }

    void librariesOfMpiAreKnownByTheirNames()
    {
        for (const char* const path :
             {"/usr/lib/libmpi.so.40.30.4", "/x/libmpich.so.12", "/x/libopen_mpi.so.40", "/x/libmpi_abi.so.1"})
            QVERIFY2(isMpiLibrary(path), path);
        for (const char* const path : {"/usr/lib/libmp3lame.so.0", "/libmpi/libc.so.6", "/x/libmpi.a", "", "/"})
            QVERIFY2(!isMpiLibrary(path), path);
    }

    void aRankWithoutLibrariesIsStoppedWhereItsProgramBegins()
    {
        std::vector<mpir::MappedFile> files{mapped("/bin/ring"), mapped("/lib64/ld-linux-x86-64.so.2")};
        int looks = 0;
        MpiErrorWatch watch(util::Pid(1), std::make_shared<KnownMpiLibraries>(),
                            {[&] {
                                 ++looks;
                                 return files;
                             },
                             [] { return std::optional(0x401000_at); }});
        QVERIFY(!watch.traps().entry && !watch.isEntry(0x401000_at)); // nobody wants it
        QCOMPARE(looks, 0);
        watch.want(true);
        QCOMPARE(watch.traps().entry.value_or(0_at), 0x401000_at);
        QVERIFY(watch.isEntry(0x401000_at) && !watch.isEntry(0x401001_at));
        QVERIFY(watch.traps().entry.has_value());
        QCOMPARE(looks, 1); // it is looked once
        files.push_back(mapped("/lib/libc.so.6"));
        watch.begin();
        QVERIFY(!watch.traps().entry && watch.traps().errors.empty());
        QCOMPARE(looks, 2);
        watch.librariesRead();
        static_cast<void>(watch.traps());
        QCOMPARE(looks, 3);
        files.resize(2); // it is another program
        watch.forget();
        QVERIFY(watch.traps().entry.has_value());
    }

    void aRankThatRunsHasBegun()
    {
        MpiErrorWatch watch(util::Pid(1), std::make_shared<KnownMpiLibraries>(),
                            {[] {
                                 return std::vector{mapped("/bin/ring"), mapped("/lib/libc-2.36.so")};
                             },
                             [] { return std::optional(0x401000_at); }});
        watch.want(true);
        QVERIFY(!watch.traps().entry);
    }
};

DBGR_TEST(TestMpiErrorTraps);

} // namespace tst_mpi_error_traps

#include "tst_mpi_error_traps.moc"
