// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of interpreters that is damaged, or caught in the middle of a change: reading it ends, and what is told of a
// thread are calls of code that is there, or the reason why there are none.
#include "python/code_lines.h"
#include "python/layout.h"
#include "python/stack_reader.h"
#include "tests/support/python/python_image.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QtTest>

#include <cstring>
#include <set>

namespace tst_python_damage {

using namespace dbgr;
using test::PythonImage;

namespace {

constexpr std::size_t kAll = 4096;
using Texts = std::set<std::string>;

PythonImage imageOf(const QString& name)
{
    QFile file(QString(DBGR_PYTHON_IMAGES) + "/" + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    return PythonImage::decode({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

std::uint64_t wordAt(const PythonImage& image, std::uint64_t address)
{
    std::uint64_t word = 0;
    const bool isRead = image.memory()(address, std::as_writable_bytes(std::span(&word, 1)));
    return isRead ? word : 0;
}

void setWord(PythonImage& image, std::uint64_t address, std::uint64_t word)
{
    auto& piece = *std::prev(image.pieces.upper_bound(address));
    std::memcpy(piece.second.data() + (address - piece.first), &word, sizeof word);
}

bool holds(const PythonImage& image, std::uint64_t address)
{
    const auto after = image.pieces.upper_bound(address);
    if (after == image.pieces.begin())
        return false;
    const auto& [begin, piece] = *std::prev(after);
    return address + 8 <= begin + piece.size();
}

Texts textsOf(const util::PythonStacks& stacks)
{
    Texts texts;
    for (const util::PythonCode& code : stacks.codes) {
        texts.insert(code.name);
        texts.insert(code.file);
    }
    return texts;
}

std::size_t callsOf(const util::PythonStacks& stacks)
{
    std::size_t count = 0;
    for (const util::PythonThread& thread : stacks.threads) {
        for (const util::PythonRun& run : thread.runs)
            count += run.calls.size();
    }
    return count;
}

/// The words that hold an address of another one.
std::vector<std::uint64_t> pointersIn(const PythonImage& image)
{
    std::vector<std::uint64_t> pointers;
    for (const auto& [begin, piece] : image.pieces) {
        for (std::size_t at = 0; at + 8 <= piece.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, piece.data() + at, sizeof word);
            if (holds(image, word))
                pointers.push_back(begin + at);
        }
    }
    return pointers;
}

} // namespace

class TestPythonDamage : public QObject
{
    Q_OBJECT

private slots:
    void pointersThatLeadElsewhereInventNothing_data() { addImages(); }
    void pointersThatLeadElsewhereInventNothing()
    {
        QFETCH(QString, name);
        const PythonImage whole = imageOf(name);
        const Texts known = textsOf(whole.stacks(kAll));
        const std::vector<std::uint64_t> pointers = pointersIn(whole);
        QVERIFY(pointers.size() > 50);
        for (std::size_t i = 0; i < pointers.size(); ++i) {
            const std::uint64_t at = pointers[i];
            const std::uint64_t was = wordAt(whole, at);
            const std::uint64_t others[] = {0,
                                            1,
                                            was + 8,
                                            was - 8,
                                            was + 4,
                                            ~std::uint64_t{0},
                                            0x8000'0000'0000'0000,
                                            at,
                                            wordAt(whole, pointers[(i * 7 + 3) % pointers.size()]),
                                            pointers[(i * 13 + 5) % pointers.size()]};
            for (const std::uint64_t other : others) {
                PythonImage damaged = whole;
                setWord(damaged, at, other);
                const util::PythonStacks stacks = damaged.stacks(kAll);
                QVERIFY(stacks.threads.size() <= python::StackReader::kMostThreads && callsOf(stacks) <= 100'000);
                for (const std::string& text : textsOf(stacks)) // or another text, whose letters were not captured
                    QVERIFY2(known.contains(text) || text.starts_with("\\x00"), text.c_str());
            }
        }
    }

    void callsInACircleAreNone_data() { addImages(); }
    void callsInACircleAreNone()
    {
        QFETCH(QString, name);
        PythonImage image = imageOf(name);
        const python::Layout& layout = *python::layoutOf(image.interpreter.minor);
        const std::uint64_t frame = innermostFrame(image, layout);
        QVERIFY(frame != 0);
        const std::size_t before = callsOf(image.stacks(kAll));
        const std::uint64_t outer = wordAt(image, frame + layout.frame.previous);
        setWord(image, outer + layout.frame.previous, frame);
        const util::PythonStacks stacks = image.stacks(kAll);
        QVERIFY(callsOf(stacks) < before);
        QVERIFY(std::ranges::any_of(stacks.threads, [](const auto& thread) {
            return thread.runs.empty() && thread.trouble.find("do not fit together") != std::string::npos;
        }));
    }

    void codeThatIsGoneIsNotNamed_data() { addImages(); }
    void codeThatIsGoneIsNotNamed()
    {
        QFETCH(QString, name);
        for (const std::uint64_t references : {std::uint64_t{0}, std::uint64_t{0x7f00'0000'1000}}) {
            PythonImage image = imageOf(name);
            const python::Layout& layout = *python::layoutOf(image.interpreter.minor);
            const std::uint64_t frame = innermostFrame(image, layout);
            setWord(image, wordAt(image, frame + layout.frame.code), references);
            QVERIFY(std::ranges::any_of(image.stacks(kAll).threads,
                                        [](const auto& thread) { return !thread.trouble.empty(); }));
        }
    }

    void callsThatHaveEndedAreNotTold_data() { addImages(); }
    void callsThatHaveEndedAreNotTold()
    {
        QFETCH(QString, name);
        PythonImage image = imageOf(name);
        const python::Layout& layout = *python::layoutOf(image.interpreter.minor);
        if (layout.thread.top == 0)
            return; // there they are objects
        const std::uint64_t state = threadWithCalls(image, layout);
        const std::uint64_t frame = innermostFrame(image, layout);
        setWord(image, state + layout.thread.top, frame);
        QVERIFY(std::ranges::any_of(image.stacks(kAll).threads,
                                    [](const auto& thread) { return !thread.trouble.empty(); }));
    }

    void otherVersionsAreNotRead()
    {
        for (const unsigned minor : {0U, 8U, 14U}) {
            PythonImage image = imageOf("3.11");
            image.interpreter.minor = minor;
            const util::PythonStacks stacks = image.stacks(kAll);
            QVERIFY(stacks.threads.empty());
            QCOMPARE(QString::fromStdString(stacks.trouble),
                     minor == 0 ? QString("Python before 3.9: its frames are not known")
                                : QString("Python 3.%1: its frames are not known").arg(minor));
        }
        PythonImage image = imageOf("3.11");
        image.interpreter.isRelease = false;
        QVERIFY(image.stacks(kAll).threads.empty());
    }

    /// A layout that does not fit is one of another build: it says nothing, rather than something.
    void anotherVersionsLayoutSaysNothing()
    {
        for (const char* const name : {"3.9", "3.10", "3.11", "3.12", "3.13"}) {
            for (unsigned minor = 9; minor <= 13; ++minor) {
                PythonImage image = imageOf(name);
                if (image.interpreter.minor == minor)
                    continue;
                image.interpreter.minor = minor;
                const bool isSibling = std::min(minor, imageOf(name).interpreter.minor) == 9 &&
                                       std::max(minor, imageOf(name).interpreter.minor) == 10;
                if (!isSibling)
                    QCOMPARE(callsOf(image.stacks(kAll)), std::size_t{0});
            }
        }
    }

    void tablesOfLinesThatAreDamagedEnd()
    {
        for (unsigned minor = 9; minor <= 13; ++minor) {
            for (unsigned first = 0; first < 256; ++first) {
                for (unsigned size = 0; size < 12; ++size) {
                    util::PythonCode code{"f", "f.py", 1, std::vector<std::byte>(size, static_cast<std::byte>(first))};
                    for (const int at : {-2, 0, 2, 100, INT32_MAX})
                        static_cast<void>(python::lineOf(code, at, minor));
                    code.firstLine = UINT32_MAX;
                    static_cast<void>(python::lineOf(code, 0, minor));
                }
            }
        }
    }

private:
    static void addImages()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(DBGR_PYTHON_IMAGES).entryList(QDir::Files))
            QTest::newRow(qPrintable(name)) << name;
    }

    static std::uint64_t frameOf(const PythonImage& image, const python::Layout& layout, std::uint64_t state)
    {
        const bool isBehindRecord = layout.kind == python::FrameKind::Entries || layout.minor == 12;
        return isBehindRecord ? wordAt(image, wordAt(image, state + layout.thread.record) + layout.record.frame)
                              : wordAt(image, state + layout.thread.frame);
    }

    static std::uint64_t threadWithCalls(const PythonImage& image, const python::Layout& layout)
    {
        const std::uint64_t interpreter = wordAt(image, image.interpreter.runtime + layout.runtime.interpreters);
        std::uint64_t state = wordAt(image, interpreter + layout.interpreter.threads);
        while (state != 0 && frameOf(image, layout, state) == 0)
            state = wordAt(image, state + layout.thread.next);
        return state;
    }

    static std::uint64_t innermostFrame(const PythonImage& image, const python::Layout& layout)
    {
        return frameOf(image, layout, threadWithCalls(image, layout));
    }
};

DBGR_TEST(TestPythonDamage);

} // namespace tst_python_damage

#include "tst_python_damage.moc"
