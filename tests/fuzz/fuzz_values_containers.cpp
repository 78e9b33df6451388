// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of the C++ library, in memory that a program may have overwritten. Nothing that they hold may lead to a
// crash, an endless loop or memory without limit. Types are those of this very program.
// Input: which object, the element to begin at, then words of memory: two bytes each, which mostly are addresses of
// others.
#include "tests/fuzz/fuzz_input.h"
#include "values/compare/content.h"
#include "values/containers/containers.h"
#include "values/describe/value_tree.h"
#include "values/file/loaded_files.h"
#include "values/print/printer.h"
#include "values/target/stop_memory.h"
#include "values/value/value_reader.h"

#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <complex>
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

/// One of each kind; only their types are used.
struct FuzzedObjects
{
    std::string text;
    std::u16string wideText;
    std::string_view view;
    std::vector<int> vector;
    std::vector<std::vector<std::string>> nested;
    std::vector<bool> bits;
    std::bitset<70> bitset;
    std::array<std::string, 2> array;
    std::valarray<double> values;
    std::span<int> span;
    std::deque<int> deque;
    std::list<std::list<int>> list;
    std::forward_list<std::string> forward;
    std::map<int, std::string> map;
    std::set<std::pair<int, int>> set;
    std::unordered_map<std::string, std::any> hash;
    std::unordered_set<int> hashSet;
    std::stack<int> stack;
    std::tuple<int, std::string, std::unique_ptr<int>> tuple;
    std::optional<std::vector<int>> optional;
    std::variant<int, std::string, std::any> variant;
    std::any any;
    std::shared_ptr<FuzzedObjects> shared;
    std::weak_ptr<std::any> weak;
    std::unique_ptr<std::any> unique;
    std::reference_wrapper<FuzzedObjects>* reference = nullptr;
    std::atomic<int> atomic;
    std::complex<double> complex;
    const char* pointer = nullptr;
};
FuzzedObjects fuzzedObjects;
std::any fuzzedHeld = std::any(std::any(std::string()));

namespace {

constexpr std::uint64_t kBegin = 0x10000;
constexpr std::uint64_t kBytes = 1 << 16;

/// Words that the input tells, again and again.
class FuzzedWords final : public Memory
{
public:
    explicit FuzzedWords(std::string_view bytes)
    {
        for (std::size_t i = 0; i + 1 < bytes.size() && m_words.size() < kBytes / 8; i += 2)
            m_words.push_back(word(static_cast<std::uint8_t>(bytes[i]), static_cast<std::uint8_t>(bytes[i + 1])));
    }
    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        if (m_words.empty() || address.value < kBegin || address.value - kBegin > kBytes ||
            out.size() > kBytes - (address.value - kBegin))
            return false;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const std::uint64_t at = address.value - kBegin + i;
            out[i] = static_cast<std::byte>(m_words[at / 8 % m_words.size()] >> at % 8 * 8);
        }
        return true;
    }

private:
    [[nodiscard]] static std::uint64_t word(std::uint8_t kind, std::uint8_t number)
    {
        static const auto held = reinterpret_cast<const std::uint64_t*>(&fuzzedHeld);
        switch (kind % 16) {
        case 0:
            return number;
        case 1:
            return ~std::uint64_t{number};
        case 2:
            return std::uint64_t{1} << number % 64;
        case 3:
            return *held; // the function that knows what an any holds
        case 4:
            return (std::uint64_t{1} << 32) + number % 4;
        case 5:
            return 0;
        case 6:
            return kBegin + number;
        default:
            return kBegin + std::uint64_t{number} * 8;
        }
    }
    std::vector<std::uint64_t> m_words;
};

/// This program, as it is loaded.
class OwnModule final : public ModuleMap
{
public:
    OwnModule()
    {
        m_module.path = "/proc/self/exe";
        m_module.begin = Address{0};
        m_module.end = Address{~std::uint64_t{0}};
    }
    [[nodiscard]] std::span<const Module> modules() override { return {&m_module, 1}; }
    void setBias(std::uint64_t bias) { m_module.bias = bias; }

private:
    Module m_module;
};

/// Its debug information, read once.
class OwnTypes
{
public:
    OwnTypes() : m_files(m_store, m_map)
    {
        const LoadedFile* const file = m_files.all().front();
        for (const Die& die : file->debug().index().types("FuzzedObjects"))
            m_type = file->debug().types().of(die);
        mustHold(m_type && m_type->isRecord(), "this program has debug information");
    }
    [[nodiscard]] const LoadedFiles& files() const { return m_files; }
    [[nodiscard]] Value object() const
    {
        Value value;
        value.type = m_type;
        value.file = m_files.all().front();
        value.address = Address{kBegin};
        return value;
    }

private:
    OwnModule m_map;
    DebugFileStore m_store;
    LoadedFiles m_files;
    const Type* m_type = nullptr;
};

/// Everything that a face asks of a value.
void explore(ValueReader& reader, const Value& asked, std::uint64_t first)
{
    constexpr std::size_t kMostText = 20'000; // limits cut pieces, and there are a few pieces
    constexpr std::uint64_t kMostVisits = 3000;
    const std::string text = Printer(reader, {4, 20, 200}).text(asked);
    mustHold(!text.empty() && text.size() < kMostText, "there are words, and not too many");
    (void)treeOf(reader, asked, Language::Cxx, {4, 20, 200}, Format::Natural);
    const ContentLimits limits{1 << 16, 300};
    const debug::Content content = contentOf(reader, asked, limits);
    mustHold(content == contentOf(reader, asked, limits), "a content is always the same");
    const auto value = reader.settled(asked);
    const auto opened = value ? Containers(reader).open(*value) : std::nullopt;
    if (!opened || !*opened)
        return mustHold(!opened || !opened->error().detail.empty(), "a refusal has words");
    std::uint64_t visits = 0;
    const auto done = Containers(reader).forEach(**opened, first, [&](const Item&) { return ++visits < kMostVisits; });
    mustHold(done || !done.error().detail.empty(), "a refusal has words");
    mustHold(visits <= (*opened)->count, "each element is visited once");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const OwnTypes types;
    FuzzInput input(data, size);
    const std::size_t which = input.choice();
    const std::uint64_t first = input.choice();
    FuzzedWords memory(input.rest());
    StopMemory pages(memory);
    ValueReader reader(pages, types.files());
    const auto members = reader.members(types.object());
    mustHold(members && !members->empty(), "it has members");
    Value value = (*members)[which % members->size()];
    value.address = Address{kBegin};
    explore(reader, value, first);
    return 0;
}
