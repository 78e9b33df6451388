// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "mpir/mapped_files.h"
#include "tests/support/run/test_class.h"

#include <csignal>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_mapped_files {

using namespace dbgr;
using namespace dbgr::mpir;

class TestMappedFiles : public QObject
{
    Q_OBJECT

private slots:
    void readsEachFileOnce()
    {
        const auto files =
            parseMaps("55d0c000-55d0d000 r--p 00000000 fe:01 4711                       /usr/bin/orterun\n"
                      "55d0d000-55d0e000 r-xp 00001000 fe:01 4711                       /usr/bin/orterun\n"
                      "7f000000-7f100000 rw-p 00000000 00:00 0 \n"
                      "7f200000-7f300000 r--p 00002000 fe:01 99   /opt/my libs/libx.so (deleted)\n"
                      "7ffe0000-7ffe1000 rw-p 00000000 00:00 0                          [stack]\n");
        QCOMPARE(files.size(), std::size_t(2));
        QVERIFY((files[0] == MappedFile{"/usr/bin/orterun", 0x55d0c000, 0x55d0d000, 0, false}));
        QVERIFY((files[1] == MappedFile{"/opt/my libs/libx.so", 0x7f200000, 0x7f300000, 0x2000, true}));
    }

    void ignoresLinesThatMakeNoSense()
    {
        QVERIFY(parseMaps("\n \n-\nxx-yy r 0 0 0 /a\n1-2\n1-2 r--p zz 0 0 /a\n-1-2 r--p 0 0 0 /a\n\xff\xfe").empty());
    }

    void bringsBackADeletedFile()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("lib").toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write("hello");
        file.flush();
        void* const mapped = ::mmap(nullptr, 5, PROT_READ, MAP_PRIVATE, file.handle(), 0);
        QVERIFY(mapped != MAP_FAILED);
        QVERIFY(file.remove());
        const util::Pid self(::getpid());
        const auto files = mappedFiles(self);
        QVERIFY(files.has_value());
        const auto found = std::ranges::find(*files, path, &MappedFile::path);
        QVERIFY(found != files->end() && found->deleted);
        if (const auto opened = openMapped(self, *found)) { // the kernel lets not everybody
            char text[5];
            QCOMPARE(::pread(opened->get(), text, 5, 0), 5);
            QCOMPARE(std::string(text, 5), "hello");
        } else {
            QVERIFY(opened.error().detail.find("deleted since") != std::string::npos);
        }
        ::munmap(mapped, 5);
    }

    /// To us the kernel shows its paths as ours.
    void opensThoseOfAProcessWhoseRootIsAFolderOfOurs()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("lib").toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write("hello");
        file.flush();
        void* const mapped = ::mmap(nullptr, 5, PROT_READ, MAP_PRIVATE, file.handle(), 0);
        QVERIFY(mapped != MAP_FAILED);
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            static_cast<void>(::unshare(CLONE_NEWUSER)); // who is not root may do it there
            const char word = ::chroot(folder.path().toLocal8Bit().constData()) == 0 ? 'y' : 'n';
            static_cast<void>(::write(ends[1], &word, 1));
            ::pause();
            ::_exit(0);
        }
        char word = 0;
        QCOMPARE(::read(ends[0], &word, 1), 1);
        const auto files = mappedFiles(util::Pid(child));
        const auto found =
            files ? std::ranges::find(*files, path, &MappedFile::path) : std::vector<MappedFile>::const_iterator();
        const bool isFound = files && found != files->end();
        const auto opened = isFound ? openMapped(util::Pid(child), *found) : util::Result<util::UniqueFd>();
        char text[6] = {};
        const bool isRead = opened && ::pread(opened->get(), text, 5, 0) == 5;
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(ends[0]);
        ::close(ends[1]);
        QCOMPARE(word, 'y');
        QVERIFY(isFound && isRead);
        QCOMPARE(std::string(text), std::string("hello"));
        QVERIFY(!openMapped(util::Pid(child), *found)); // it is gone, and our path is no more than a name
        ::munmap(mapped, 5);
    }

    void waitsForNoFifo()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("fifo").toStdString();
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        const auto opened = openMapped(util::Pid(::getpid()), {path, 0, 0, 0, false});
        QVERIFY(!opened.has_value());
        QVERIFY(opened.error().code == std::errc::invalid_argument);
    }

    void saysThatAProcessIsGone()
    {
        const auto files = mappedFiles(util::Pid(0x7ffffffe));
        QVERIFY(!files.has_value());
        QVERIFY(files.error().code == std::errc::no_such_file_or_directory);
    }
};

DBGR_TEST(TestMappedFiles);

} // namespace tst_mapped_files

#include "tst_mapped_files.moc"
