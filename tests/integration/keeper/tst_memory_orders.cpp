// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of many ranks that dbgd asks a real keeper for at once: it is what is there, without what the keeper has
// planted, whether they stand or run, where the kernel's call is refused, and where nobody may look into a rank.
#include "keeper/control/memory_part.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/run/test_class.h"
#include "util/memory_file.h"
#include "util/process_memory.h"

#include <QTest>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tst_memory_orders {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

constexpr unsigned kNobody = 65534;

bool becomeNobody()
{
    return ::setgroups(0, nullptr) == 0 && ::setresgid(kNobody, kNobody, kNobody) == 0 &&
           ::setresuid(kNobody, kNobody, kNobody) == 0;
}

bool withoutTheCall()
{
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

struct Mapping
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// The first one of the process that is as large and has that in its line; of 0 bytes: none has.
Mapping mappingOf(util::Pid pid, std::uint64_t least, const std::string& words)
{
    std::ifstream maps("/proc/" + std::to_string(pid.value()) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        Mapping one;
        char dash = 0;
        std::istringstream(line) >> std::hex >> one.begin >> dash >> one.end;
        if (one.end - one.begin >= least && line.find(words) != std::string::npos)
            return one;
    }
    return {};
}

std::string memoryOf(util::Pid pid, std::uint64_t address, std::size_t size)
{
    std::string bytes(size, '\0');
    util::ProcMemory memory(pid);
    bytes.resize(memory.readSome(util::RemoteAddress(address), std::as_writable_bytes(std::span(bytes))));
    return bytes;
}

/// A rank, and where its functions are.
struct Rank
{
    Rank() { std::istringstream(process.readLine()) >> std::hex >> hot >> rare; }

    WatchedProcess process{"heartbeat"};
    std::uint64_t hot = 0;
    std::uint64_t rare = 0;
};

void ask(KeeperProcess& keeper, std::uint32_t number, std::vector<MemoryWish> wishes)
{
    Order order{Order::Kind::ReadMemory, 0, util::Pid(0), number, {}};
    order.memory = std::move(wishes);
    keeper.tell(order);
}

/// The next part of that order; nothing where it is none.
std::optional<MemoryPart> partOf(KeeperProcess& keeper, std::uint32_t number)
{
    const auto notice = keeper.notice(Notice::Kind::MemoryRead);
    if (!notice || notice->number != number || !notice->snapshot)
        return std::nullopt;
    const auto bytes = util::readMemoryFile(notice->snapshot.get(), kMostPartBytes);
    const auto part = bytes ? decodeMemoryPart(*bytes) : util::fail(bytes.error());
    return part ? std::optional(*part) : std::nullopt;
}

/// Of all wishes, in their order; fewer where an answer is missing.
std::vector<MemoryPiece> answer(KeeperProcess& keeper, std::uint32_t number, const std::vector<MemoryWish>& wishes)
{
    ask(keeper, number, wishes);
    std::vector<MemoryPiece> pieces;
    while (pieces.size() < wishes.size()) {
        auto part = partOf(keeper, number);
        if (!part || part->first != pieces.size() || part->pieces.empty())
            break;
        std::ranges::move(part->pieces, std::back_inserter(pieces));
    }
    return pieces;
}

MemoryWish wish(Slot slot, std::uint64_t address, std::uint32_t size)
{
    return {slot, util::RemoteAddress(address), size};
}

/// A process that is nobody's, and from a word on may not be looked into.
class HidingRank
{
public:
    HidingRank()
    {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return;
        m_pid = ::fork();
        if (m_pid == 0) {
            char byte = 0;
            const bool isSo = becomeNobody() && ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0 &&
                              ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::write(ends[1], "+", 1) == 1 &&
                              ::read(ends[1], &byte, 1) == 1 && ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
                              ::write(ends[1], "-", 1) == 1;
            while (isSo)
                ::pause();
            ::_exit(1);
        }
        ::close(ends[1]);
        m_line.reset(ends[0]);
        m_isThere = word() == '+';
    }
    ~HidingRank()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    HidingRank(const HidingRank&) = delete;
    HidingRank& operator=(const HidingRank&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    [[nodiscard]] bool isThere() const { return m_isThere; }
    bool hide() { return ::write(m_line.get(), "!", 1) == 1 && word() == '-'; }

private:
    char word()
    {
        char byte = 0;
        return ::read(m_line.get(), &byte, 1) == 1 ? byte : '\0';
    }

    pid_t m_pid = -1;
    util::UniqueFd m_line;
    bool m_isThere = false;
};

/// Whether nobody may look into the process with the kernel's call, nor open its memory.
bool isHiddenFromNobody(util::Pid pid, const void* address)
{
    const pid_t child = ::fork();
    if (child == 0) {
        char byte = 0;
        const iovec here{&byte, 1};
        const iovec there{const_cast<void*>(address), 1};
        const bool isRefused = becomeNobody() && ::process_vm_readv(pid.value(), &here, 1, &there, 1, 0) < 0 &&
                               errno == EPERM && util::ProcMemory(pid).openError() == EACCES;
        ::_exit(isRefused ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

} // namespace

class TestMemoryOrders : public QObject
{
    Q_OBJECT

private slots:
    void manyRanksInOneOrder_data();
    void manyRanksInOneOrder();
    void trapsAreNotSeen();
    void anythingElseHasItsTurnInBetween();
    void whatNobodyMayLookIntoIsRead();
    void moreThanAnOrderMayWantIsNotSent();
};

void TestMemoryOrders::manyRanksInOneOrder_data()
{
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("by the kernel's call") << false;
    QTest::newRow("where that is refused") << true;
}

void TestMemoryOrders::manyRanksInOneOrder()
{
    QFETCH(bool, isRefused);
    constexpr Slot kRanks = 16;
    KeeperProcess keeper([isRefused] { return !isRefused || withoutTheCall(); });
    std::vector<std::unique_ptr<Rank>> ranks;
    std::vector<std::unique_ptr<RspClient>> clients;
    for (Slot slot = 0; slot < kRanks; ++slot) {
        ranks.push_back(std::make_unique<Rank>());
        clients.push_back(keeper.hold(slot, ranks.back()->process.pid()));
        QVERIFY(keeper.notice(Notice::Kind::Held));
    }
    std::vector<MemoryWish> wishes;
    for (Slot slot = 0; slot < kRanks; ++slot)
        wishes.push_back(wish(slot, mappingOf(ranks[slot]->process.pid(), 64, "[stack]").end - 64, 64));
    const std::uint64_t end = wishes.front().address.value() + 64;
    wishes.push_back(wish(kRanks, end - 64, 64)); // there is no such rank
    wishes.push_back(wish(0, 8, 8));
    wishes.push_back(wish(0, end - 100, 1000));
    wishes.push_back(wish(0, ~std::uint64_t{0} - 3, 8)); // around the end of all addresses
    wishes.push_back(wish(0, end - 100, 0));
    const auto pieces = answer(keeper, 7, wishes);
    QCOMPARE(pieces.size(), wishes.size());
    for (Slot slot = 0; slot < kRanks; ++slot) {
        QCOMPARE(pieces[slot].error, 0);
        QCOMPARE(pieces[slot].bytes, memoryOf(ranks[slot]->process.pid(), wishes[slot].address.value(), 64));
    }
    QCOMPARE(pieces[kRanks], (MemoryPiece{ESRCH, {}}));
    const int nothingThere = isRefused ? EPERM : EFAULT;
    QCOMPARE(pieces[kRanks + 1], (MemoryPiece{nothingThere, {}}));
    QCOMPARE(pieces[kRanks + 2], (MemoryPiece{EFAULT, memoryOf(ranks[0]->process.pid(), end - 100, 100)}));
    QCOMPARE(pieces[kRanks + 3], (MemoryPiece{nothingThere, {}}));
    QCOMPARE(pieces[kRanks + 4], MemoryPiece());
    ::kill(ranks[1]->process.pid().value(), SIGKILL);
    QVERIFY(keeper.notice(Notice::Kind::Died));
    QCOMPARE(answer(keeper, 8, {wish(1, end - 64, 64)}), (std::vector<MemoryPiece>{{ESRCH, {}}}));
    QVERIFY(answer(keeper, 9, {}).empty());
    QCOMPARE(partOf(keeper, 9), std::optional(MemoryPart()));
}

/// It runs, and its text has a trap that everybody else sees.
void TestMemoryOrders::trapsAreNotSeen()
{
    Rank rank;
    const std::string text = memoryOf(rank.process.pid(), rank.rare - 8, 24);
    KeeperProcess keeper;
    const auto client = keeper.hold(0, rank.process.pid());
    QCOMPARE(client->ask("QStartNoAckMode"), "OK");
    QCOMPARE(client->ask("Z0," + QByteArray::number(qulonglong(rank.rare), 16).toStdString() + ",1"), "OK");
    const std::vector<MemoryWish> around{wish(0, rank.rare - 8, 24), wish(0, rank.rare, 1), wish(0, rank.rare + 1, 4),
                                         wish(0, rank.rare - 4, 4)};
    const std::vector<MemoryPiece> clean{
        {0, text}, {0, text.substr(8, 1)}, {0, text.substr(9, 4)}, {0, text.substr(4, 4)}};
    int seen = 0;
    for (std::uint32_t number = 1; number <= 20; ++number) {
        client->send("vCont;c");
        while (rank.process.byteAt(rank.rare) != 0xcc && statusNumber(rank.process.pid(), "TracerPid") > 0)
            std::this_thread::yield();
        QCOMPARE(answer(keeper, number, around), clean);
        seen += rank.process.byteAt(rank.rare) == 0xcc ? 1 : 0;
        QVERIFY(client->receive().starts_with("T05")); // by the trap
        QCOMPARE(answer(keeper, 100 + number, around), clean);
        QCOMPARE(client->ask("z0," + QByteArray::number(qulonglong(rank.rare), 16).toStdString() + ",1"), "OK");
        QVERIFY(client->ask("vCont;s:" + QByteArray::number(rank.process.pid().value(), 16).toStdString())
                    .starts_with("T05"));
        QCOMPARE(client->ask("Z0," + QByteArray::number(qulonglong(rank.rare), 16).toStdString() + ",1"), "OK");
    }
    QVERIFY2(seen > 0, "there was no trap when it was read");
}

void TestMemoryOrders::anythingElseHasItsTurnInBetween()
{
    Rank rank;
    KeeperProcess keeper;
    const auto client = keeper.hold(0, rank.process.pid());
    QVERIFY(keeper.notice(Notice::Kind::Held));
    const Mapping large = mappingOf(rank.process.pid(), kMostWishBytes, " r");
    QVERIFY(large.begin != 0);
    const std::vector<MemoryWish> wishes(16, wish(0, large.begin, kMostWishBytes));
    ask(keeper, 1, wishes);
    ask(keeper, 2, {wish(0, large.begin, 8)});
    keeper.tell({Order::Kind::SayYouAreThere, 0, util::Pid(0), 3, {}});
    QVERIFY(keeper.notice(Notice::Kind::There)); // and what came before is thrown away
    const std::string there = memoryOf(rank.process.pid(), large.begin, kMostWishBytes);
    std::size_t first = 0;
    while (first < wishes.size()) {
        const auto part = partOf(keeper, 1);
        QVERIFY(part && part->pieces.size() == 1);
        QVERIFY(part->first >= first);
        first = part->first + 1;
        QCOMPARE(part->pieces.front(), (MemoryPiece{0, there}));
    }
    QVERIFY(partOf(keeper, 2));
}

/// As it would be with dbgd of a plain user, and a rank that has hidden itself since it was attached to.
void TestMemoryOrders::whatNobodyMayLookIntoIsRead()
{
    if (::geteuid() != 0)
        QSKIP("only root can become somebody else");
    static const char kKnown[] = "what it knows";
    HidingRank rank;
    QVERIFY(rank.isThere());
    KeeperProcess keeper(becomeNobody);
    const auto client = keeper.hold(0, rank.pid());
    QVERIFY(keeper.notice(Notice::Kind::Held));
    QCOMPARE(client->ask("QStartNoAckMode"), "OK");
    client->send("vCont;c");
    QVERIFY(rank.hide());
    QVERIFY(isHiddenFromNobody(rank.pid(), kKnown));
    const auto pieces = answer(keeper, 1, {wish(0, reinterpret_cast<std::uintptr_t>(kKnown), sizeof kKnown - 1)});
    QCOMPARE(pieces, (std::vector<MemoryPiece>{{0, kKnown}}));
}

void TestMemoryOrders::moreThanAnOrderMayWantIsNotSent()
{
    const auto ends = net::controlSocketPair().value();
    const auto isSent = [&](std::vector<MemoryWish> wishes) {
        Order order{Order::Kind::ReadMemory, 0, util::Pid(0), 1, {}};
        order.memory = std::move(wishes);
        const auto sent = send(ends.first.get(), order);
        if (!sent)
            return sent.error().code != std::errc::message_size;
        const auto got = receiveOrder(ends.second.get());
        return got && *got && (*got)->memory == order.memory;
    };
    QVERIFY(isSent(std::vector<MemoryWish>(kMostWishes, wish(1, 2, 3))));
    QVERIFY(!isSent(std::vector<MemoryWish>(kMostWishes + 1, wish(1, 2, 3))));
    QVERIFY(isSent({wish(1, 2, kMostWishBytes)}));
    QVERIFY(!isSent({wish(1, 2, kMostWishBytes + 1)}));
    QVERIFY(!isSent(std::vector<MemoryWish>(17, wish(1, 2, kMostWishBytes))));
}

DBGR_TEST(TestMemoryOrders, QCoreApplication);

} // namespace tst_memory_orders

#include "tst_memory_orders.moc"
