// SPDX-License-Identifier: GPL-3.0-or-later
// Where debug information may be: in the program, beside it, compressed, split; and what is refused because it is not
// the program's.
#include "tests/support/run/test_class.h"
#include "tests/support/values/made_memory.h"
#include "tests/support/values/no_modules.h"
#include "tests/unit/values/compiled_program.h"
#include "values/dwarf/separate_debug.h"
#include "values/file/loaded_files.h"
#include "values/location/locator.h"
#include "values/values_error.h"

#include <QDir>
#include <QtTest>

#include <elfutils/libdwelf.h>

#include <cstdint>
#include <memory>
#include <string>

namespace tst_values_separate_debug {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

const char* const kSource = R"(int answer = 42;
__thread int local = 3;
struct point { int x; } there = {1};
static int add(int n) { int sum = n + answer; return sum + there.x + local; }
int main(void) { return add(3) == 0; }
)";

/// What of its variables is described, or why nothing is.
std::string found(const std::string& path, const std::string& debugPath = {})
{
    auto file = DebugFile::open(path, debugPath);
    if (!file)
        return file.error().code == Errc::NotRecorded ? "not recorded" : file.error().message();
    return (*file)->index().variables("answer").size() == 1 ? "found" : "nothing in it";
}

} // namespace

class TestValuesSeparateDebug : public QObject
{
    Q_OBJECT

    std::unique_ptr<CompiledFolder> m_folder;

    [[nodiscard]] bool compile(const QStringList& options, const QString& program = "program")
    {
        return !m_folder->run("gcc", QStringList{"-o", program, "source.c"} + options).isNull();
    }
    [[nodiscard]] bool objcopy(const QStringList& arguments) { return !m_folder->run("objcopy", arguments).isNull(); }
    /// Its debug information goes to another file, as packagers do it.
    [[nodiscard]] bool separate(const QString& to, const QString& program = "program")
    {
        return objcopy({"--only-keep-debug", program, to}) && objcopy({"--strip-debug", program}) &&
               objcopy({"--add-gnu-debuglink=" + to, program});
    }
    [[nodiscard]] QString full(const QString& name) const { return QString::fromStdString(m_folder->path(name)); }
    [[nodiscard]] std::string program() const { return m_folder->path("program"); }

private slots:
    void initTestCase()
    {
        NEED_TOOL("gcc");
        NEED_TOOL("nm");
        NEED_TOOL("objcopy");
    }
    void init()
    {
        m_folder = std::make_unique<CompiledFolder>();
        m_folder->write("source.c", kSource);
    }

    void readsWhatTheProgramHasItself_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("-g") << QStringList{"-g"};
        QTest::newRow("DWARF 4") << QStringList{"-gdwarf-4"};
        QTest::newRow("DWARF 3") << QStringList{"-gdwarf-3", "-gstrict-dwarf"};
        QTest::newRow("compressed") << QStringList{"-g", "-gz=zlib"};
        QTest::newRow("compressed as it was once") << QStringList{"-g", "-gz=zlib-gnu"};
        QTest::newRow("units of types") << QStringList{"-g", "-fdebug-types-section"};
        QTest::newRow("split") << QStringList{"-g", "-gsplit-dwarf"};
        QTest::newRow("split, DWARF 4") << QStringList{"-gdwarf-4", "-gsplit-dwarf"};
        QTest::newRow("no program that moves") << QStringList{"-g", "-no-pie"};
    }
    void readsWhatTheProgramHasItself()
    {
        QFETCH(const QStringList, options);
        QVERIFY(compile(options));
        QCOMPARE(found(program()), std::string("found"));
        auto file = DebugFile::open(program(), "");
        const std::uint64_t code = m_folder->address("program", "add");
        QVERIFY(code != 0);
        const auto unit = (*file)->unitAt(FileAddress{code});
        QVERIFY(unit);
        QVERIFY(languageOf(*unit) == Language::C);
        const Scope* const scope = (*file)->scopes().innermost(*unit, FileAddress{code});
        QVERIFY(scope && scope->name == "add" && scope->find("sum") && scope->find("n"));
    }

    void variablesOfSplitUnitsHaveTheirPlaces_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("not split") << QStringList{"-g"};
        QTest::newRow("split") << QStringList{"-g", "-gsplit-dwarf"};
        QTest::newRow("split, DWARF 4") << QStringList{"-gdwarf-4", "-gsplit-dwarf"};
    }
    void variablesOfSplitUnitsHaveTheirPlaces()
    {
        QFETCH(const QStringList, options);
        QVERIFY(compile(options));
        auto file = *DebugFile::open(program(), "");
        Module module;
        module.bias = 0x1000;
        const LoadedFile loaded(module, *file);
        NoModules modules;
        DebugFileStore store;
        const LoadedFiles files(store, modules);
        MadeMemory process;
        StopMemory memory(process);
        Locator locator(memory, files);
        const std::vector<Die> variables = file->index().variables("answer");
        QCOMPARE(variables.size(), std::size_t{1});
        const auto at = locator.locate(variables[0], Place{&loaded, nullptr, nullptr});
        QVERIFY2(at, at ? "" : at.error().message().c_str());
        QCOMPARE(at->value, m_folder->address("program", "answer") + 0x1000);
        QVERIFY(file->types().typeOf(variables[0])->kind == TypeKind::Signed);
        const std::vector<Die> locals = file->index().variables("local");
        QCOMPARE(locals.size(), std::size_t{1});
        const auto local = locator.locate(locals[0], Place{&loaded, nullptr, nullptr});
        QVERIFY(!local);
        QCOMPARE(local.error().code, make_error_code(Errc::NotOurs)); // thread-local
    }

    void splitUnitsThatAreGoneDoNoHarm()
    {
        QVERIFY(compile({"-g", "-gsplit-dwarf"}));
        const QDir folder = QFileInfo(full("program")).dir();
        int removed = 0;
        for (const QString& name : folder.entryList({"*.dwo"}))
            removed += QFile::remove(folder.filePath(name)) ? 1 : 0;
        QVERIFY(removed > 0);
        QCOMPARE(found(program()), std::string("nothing in it"));
        auto file = DebugFile::open(program(), "");
        const FileAddress code{m_folder->address("program", "add")};
        if (const auto unit = (*file)->unitAt(code))
            QVERIFY(!(*file)->scopes().innermost(*unit, code));
    }

    void splitUnitsOfAnotherBuildAreRefused()
    {
        QVERIFY(compile({"-g", "-gsplit-dwarf"}));
        const QDir folder = QFileInfo(full("program")).dir();
        const QStringList split = folder.entryList({"*.dwo"});
        QCOMPARE(split.size(), 1);
        QVERIFY(QFile::copy(full("program"), full("kept")));
        m_folder->write("source.c", "int before[3]; int answer = 1;\nint main(void) { return answer + before[0]; }\n");
        QVERIFY(compile({"-g", "-gsplit-dwarf"})); // over the .dwo of the kept one
        QCOMPARE(found(m_folder->path("kept")), std::string("nothing in it"));
    }

    void saysWhereThereIsNone_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("without -g") << "program";
        QTest::newRow("no program") << "source.c";
        QTest::newRow("empty") << "empty";
        QTest::newRow("cut off in its header") << "cut";
        QTest::newRow("cut off in its sections") << "half";
        QTest::newRow("a folder") << ".";
        QTest::newRow("nothing") << "missing";
    }
    void saysWhereThereIsNone()
    {
        QFETCH(const QString, name);
        QVERIFY(compile({"-g0"}));
        m_folder->write("empty", "");
        QFile whole(full("program"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        m_folder->write("cut", bytes.left(40));
        m_folder->write("half", bytes.left(bytes.size() / 2));
        auto file = DebugFile::open(m_folder->path(name), "");
        QVERIFY(!file);
        QCOMPARE(file.error().code, make_error_code(Errc::NotRecorded));
        QVERIFY2(file.error().detail.find(m_folder->path(name)) == 0, file.error().detail.c_str());
    }

    void findsWhatTheProgramNames_data()
    {
        QTest::addColumn<QString>("buildId");
        QTest::addColumn<QString>("folder");
        QTest::newRow("by build id, beside it") << "0xabcdef0123456789"
                                                << "";
        QTest::newRow("by build id, in .debug") << "0xabcdef0123456789"
                                                << ".debug";
        QTest::newRow("by checksum, beside it") << "none"
                                                << "";
        QTest::newRow("by checksum, in .debug") << "none"
                                                << ".debug";
        QTest::newRow("a build id of one byte") << "0xab"
                                                << "";
    }
    void findsWhatTheProgramNames()
    {
        QFETCH(const QString, buildId);
        QFETCH(const QString, folder);
        QVERIFY(compile({"-g", "-Wl,--build-id=" + buildId}));
        QVERIFY(separate("program.debug"));
        if (!folder.isEmpty()) {
            QVERIFY(QFileInfo(full("program")).dir().mkdir(folder));
            QVERIFY(QFile::rename(full("program.debug"), full(folder + "/program.debug")));
        }
        QCOMPARE(found(program()), std::string("found"));
        QVERIFY(QFile::link(full("program"), full("link")));
        QVERIFY(QFileInfo(full("program")).dir().mkdir("elsewhere"));
        QVERIFY(QFile::link(full("program"), full("elsewhere/link")));
        QCOMPARE(found(m_folder->path("elsewhere/link")), std::string("found")); // beside what the link names
        QVERIFY(QFile::remove(full(folder.isEmpty() ? "program.debug" : folder + "/program.debug")));
        QCOMPARE(found(program()), std::string("not recorded"));
    }

    void compressedIsFoundThereToo()
    {
        QVERIFY(compile({"-g"}));
        QVERIFY(objcopy({"--only-keep-debug", "--compress-debug-sections=zlib", "program", "program.debug"}));
        QVERIFY(objcopy({"--strip-debug", "--add-gnu-debuglink=program.debug", "program"}));
        QCOMPARE(found(program()), std::string("found"));
    }

    void anotherBuildIdIsRefused_data()
    {
        QTest::addColumn<QString>("buildId");
        QTest::newRow("another one") << "0xabcdef0123456788";
        QTest::newRow("a shorter one") << "0xabcdef01";
        QTest::newRow("none") << "none";
    }
    void anotherBuildIdIsRefused()
    {
        QFETCH(const QString, buildId);
        QVERIFY(compile({"-g", "-Wl,--build-id=0xabcdef0123456789"}));
        QVERIFY(compile({"-g", "-Wl,--build-id=" + buildId}, "other"));
        QVERIFY(objcopy({"--only-keep-debug", "other", "program.debug"}));
        QVERIFY(objcopy({"--strip-debug", "--add-gnu-debuglink=program.debug", "program"})); // its checksum is right
        QCOMPARE(found(program()), std::string("not recorded"));
    }

    void aBuildIdIsMoreThanAChecksum()
    {
        QVERIFY(compile({"-g", "-Wl,--build-id=0xabcdef0123456789"}));
        QVERIFY(separate("program.debug"));
        QFile debug(full("program.debug"));
        QVERIFY(debug.open(QIODevice::Append) && debug.write("more") == 4);
        debug.close();
        QCOMPARE(found(program()), std::string("found"));
    }

    void anotherChecksumIsRefused_data()
    {
        QTest::addColumn<int>("change");
        QTest::newRow("more bytes") << 1;
        QTest::newRow("a byte changed") << 2;
        QTest::newRow("nothing left") << 3;
    }
    void anotherChecksumIsRefused()
    {
        QFETCH(const int, change);
        QVERIFY(compile({"-g", "-Wl,--build-id=none"}));
        QVERIFY(separate("program.debug"));
        QFile debug(full("program.debug"));
        QVERIFY(debug.open(QIODevice::ReadWrite));
        if (change == 1) {
            QVERIFY(debug.seek(debug.size()) && debug.write("x") == 1);
        } else if (change == 2) {
            QVERIFY(debug.seek(9) && debug.write("x") == 1); // in the padding of the header
        } else {
            QVERIFY(debug.resize(0));
        }
        debug.close();
        QCOMPARE(found(program()), std::string("not recorded"));
    }

    void somebodyMayKnowWhereItIs()
    {
        QVERIFY(compile({"-g"}));
        QVERIFY(objcopy({"--only-keep-debug", "program", "known"}));
        QVERIFY(objcopy({"--strip-debug", "program"}));
        QCOMPARE(found(program()), std::string("not recorded"));
        QCOMPARE(found(program(), m_folder->path("known")), std::string("found"));
        QCOMPARE(found(program(), m_folder->path("missing")), std::string("not recorded"));
        QCOMPARE(found(program(), m_folder->path("source.c")), std::string("not recorded"));
        QCOMPARE(found(program(), program()), std::string("not recorded"));
    }

    void whoeverKnowsWrongIsNotBelieved()
    {
        QVERIFY(compile({"-g", "-Wl,--build-id=0xabcdef0123456789"}));
        QVERIFY(compile({"-g", "-Wl,--build-id=0xabcdef0123456788"}, "other"));
        QVERIFY(separate("program.debug"));
        QCOMPARE(found(program(), m_folder->path("missing")), std::string("found")); // what the program names
        QVERIFY(QFile::remove(full("program.debug")));
        QCOMPARE(found(program(), m_folder->path("other")), std::string("not recorded"));
    }

    void symbolsAreOfTheFileThatHasThem()
    {
        QVERIFY(compile({"-g"}));
        QVERIFY(objcopy({"--only-keep-debug", "program", "known"}));
        const std::uint64_t answer = m_folder->address("program", "answer");
        QVERIFY(objcopy({"--strip-all", "program"}));
        auto file = *DebugFile::open(program(), m_folder->path("known"));
        QCOMPARE(std::string(file->symbols().nameAt(FileAddress{answer})), std::string("answer"));
        auto whole = DebugFile::open(m_folder->path("known"), program()); // nothing is in the second one
        QVERIFY(whole);
        QCOMPARE(std::string((*whole)->symbols().nameAt(FileAddress{answer})), std::string("answer"));
    }

    void whatFilesShareIsFoundByItsBuildId_data()
    {
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<bool>("isFound");
        const QByteArray id("\xab\xcd\xef\x01\x23\x45\x67\x89", 8);
        QTest::newRow("beside it") << QByteArray("shared") << id << true;
        QTest::newRow("by a path from there") << QByteArray("./sub/../shared") << id << true;
        QTest::newRow("another build id") << QByteArray("shared") << id.left(7) + '\1' << false;
        QTest::newRow("a shorter one") << QByteArray("shared") << id.left(4) << false;
        QTest::newRow("one byte") << QByteArray("shared") << id.left(1) << false;
        QTest::newRow("no build id") << QByteArray("shared") << QByteArray() << false;
        QTest::newRow("no such file") << QByteArray("missing") << id << false;
    }
    void whatFilesShareIsFoundByItsBuildId()
    {
        QFETCH(const QByteArray, named);
        QFETCH(const QByteArray, id);
        QFETCH(const bool, isFound);
        QVERIFY(compile({"-g", "-Wl,--build-id=0xabcdef0123456789"}, "shared"));
        QVERIFY(compile({"-g"}));
        QVERIFY(QFileInfo(full("program")).dir().mkdir("sub"));
        m_folder->write("link", named + '\0' + id);
        QVERIFY(objcopy({"--add-section", ".gnu_debugaltlink=link", "program"}));
        ElfHandle file = openElf(program());
        QVERIFY(file && file.dwarf);
        const ElfHandle shared = attachShared(file.dwarf.get(), program());
        QCOMPARE(static_cast<bool>(shared), isFound);
        file.dwarf.reset();                               // before what it shares
        QCOMPARE(found(program()), std::string("found")); // it is of use without it
    }

    void whatDwzMadeIsRead()
    {
        NEED_TOOL("dwz");
        QVERIFY(compile({"-g"}));
        QVERIFY(compile({"-g", "-DOTHER"}, "other"));
        QVERIFY(!m_folder->run("dwz", {"-m", "shared", "program", "other"}).isNull());
        QCOMPARE(found(program()), std::string("found"));
    }
};

DBGR_TEST(TestValuesSeparateDebug, QCoreApplication);

} // namespace tst_values_separate_debug

#include "tst_values_separate_debug.moc"
