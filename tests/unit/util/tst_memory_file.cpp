// SPDX-License-Identifier: GPL-3.0-or-later
// Files in memory, and the memory of a process where it ends.
#include "tests/support/run/test_class.h"
#include "util/memory_file.h"
#include "util/process_memory.h"

#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace tst_memory_file {

using namespace dbgr::util;

namespace {

constexpr std::size_t kPage = 4096;

/// Two pages, the second of which is not there.
class Pages
{
public:
    Pages()
        : m_begin(static_cast<std::byte*>(
              ::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
    {
        ::munmap(m_begin + kPage, kPage);
        m_begin[kPage - 1] = std::byte{7};
    }
    ~Pages() { ::munmap(m_begin, kPage); }
    [[nodiscard]] RemoteAddress at(std::size_t offset) const
    {
        return RemoteAddress(reinterpret_cast<std::uintptr_t>(m_begin)) + offset;
    }

private:
    std::byte* m_begin;
};

/// Reads as ProcMemory does, and has no more than that.
class Plain final : public ProcessMemory
{
public:
    bool read(RemoteAddress address, std::span<std::byte> out) override { return m_memory.read(address, out); }
    bool write(RemoteAddress, std::span<const std::byte>) override { return false; }
    void reopen() override {}

private:
    ProcMemory m_memory{Pid(::getpid())};
};

} // namespace

class TestMemoryFile : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        const std::string bytes(100'000, 'x');
        const auto file = makeMemoryFile("test", bytes);
        QVERIFY(file);
        QCOMPARE(readMemoryFile(file->get(), bytes.size()).value_or(""), bytes);
        QCOMPARE(readMemoryFile(file->get(), bytes.size()).value_or(""), bytes); // it can be read again
        QVERIFY(readMemoryFile(makeMemoryFile("test", "")->get(), 0).value_or("wrong").empty());
    }

    void nobodyCanChangeIt()
    {
        const auto file = makeMemoryFile("test", "abc");
        QVERIFY(::write(file->get(), "x", 1) < 0);
        QVERIFY(::ftruncate(file->get(), 0) != 0);
        QVERIFY((::fcntl(file->get(), F_GETFD) & FD_CLOEXEC) != 0);
    }

    void oneThatIsTooLargeIsNotRead()
    {
        const auto file = makeMemoryFile("test", "abc");
        const auto read = readMemoryFile(file->get(), 2);
        QVERIFY(!read && read.error().code == std::errc::file_too_large);
        QVERIFY(!readMemoryFile(-1, 10));
    }

    void memoryIsReadAsFarAsItIsThere()
    {
        const Pages pages;
        ProcMemory memory{Pid(::getpid())};
        Plain plain;
        for (ProcessMemory* const each : {static_cast<ProcessMemory*>(&memory), static_cast<ProcessMemory*>(&plain)}) {
            std::vector<std::byte> bytes(2 * kPage);
            QCOMPARE(each->readSome(pages.at(0), std::span(bytes).first(10)), std::size_t(10));
            QCOMPARE(each->readSome(pages.at(100), bytes), kPage - 100);
            QCOMPARE(bytes[kPage - 101], std::byte{7});
            QCOMPARE(each->readSome(pages.at(kPage), bytes), std::size_t(0));
            QCOMPARE(each->readSome(pages.at(0), {}), std::size_t(0));
        }
        QCOMPARE(ProcMemory(Pid(0)).readSome(RemoteAddress(), {}), std::size_t(0));
    }
};

DBGR_TEST(TestMemoryFile);

} // namespace tst_memory_file

#include "tst_memory_file.moc"
