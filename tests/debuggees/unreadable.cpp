// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers, and objects of the C++ library, that lead to memory which is not there: look at them in show(). It ends
// without destroying them.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Node
{
    int value;
    Node* next;
};

struct Holder
{
    const char* text;
    int number;
    std::vector<int>* numbers;
};

/// One object whose every word is an address where nothing is.
template <class T>
T& broken()
{
    alignas(16) static unsigned char bytes[sizeof(T) + 16];
    std::uintptr_t next = 0x1000;
    for (std::size_t i = 0; i + sizeof next <= sizeof(T); i += sizeof next, next += 8)
        __builtin_memcpy(bytes + i, &next, sizeof next);
    return reinterpret_cast<T&>(bytes);
}

/// One that nobody can even look at.
template <class T>
T& absent()
{
    return *reinterpret_cast<T*>(0x10);
}

template <class... T>
void use(T&&...)
{}

static void show()
{
    char* text = reinterpret_cast<char*>(0x10);
    const char* constText = reinterpret_cast<const char*>(0x10);
    wchar_t* wide = reinterpret_cast<wchar_t*>(0x10);
    char16_t* utf16 = reinterpret_cast<char16_t*>(0x10);
    int* number = reinterpret_cast<int*>(0x10);
    Node* node = reinterpret_cast<Node*>(0x10);
    char** texts = reinterpret_cast<char**>(0x10);
    int(*array)[4] = reinterpret_cast<int(*)[4]>(0x10);
    char(*letters)[4] = reinterpret_cast<char(*)[4]>(0x10);
    std::array<int, 3>* fixed = reinterpret_cast<std::array<int, 3>*>(0x10);
    void* untyped = reinterpret_cast<void*>(0x10);

    int& intAway = absent<int>();
    Node& nodeAway = absent<Node>();
    std::string& stringAway = absent<std::string>();
    std::vector<int>& vectorAway = absent<std::vector<int>>();
    std::map<int, int>& mapAway = absent<std::map<int, int>>();
    std::list<int>& listAway = absent<std::list<int>>();
    std::optional<int>& optionalAway = absent<std::optional<int>>();
    std::shared_ptr<Node>& sharedAway = absent<std::shared_ptr<Node>>();
    std::unique_ptr<Node>& uniqueAway = absent<std::unique_ptr<Node>>();

    std::string& string = broken<std::string>();
    std::wstring& wideString = broken<std::wstring>();
    std::string_view& view = broken<std::string_view>();
    std::vector<int>& vector = broken<std::vector<int>>();
    std::vector<std::string>& vectorOfStrings = broken<std::vector<std::string>>();
    std::vector<bool>& bits = broken<std::vector<bool>>();
    std::map<int, int>& map = broken<std::map<int, int>>();
    std::set<int>& set = broken<std::set<int>>();
    std::list<int>& list = broken<std::list<int>>();
    std::forward_list<int>& forwardList = broken<std::forward_list<int>>();
    std::deque<int>& deque = broken<std::deque<int>>();
    std::unordered_map<int, int>& hashMap = broken<std::unordered_map<int, int>>();
    std::unordered_set<int>& hashSet = broken<std::unordered_set<int>>();
    std::shared_ptr<Node>& shared = broken<std::shared_ptr<Node>>();
    std::weak_ptr<Node>& weak = broken<std::weak_ptr<Node>>();
    std::unique_ptr<Node>& unique = broken<std::unique_ptr<Node>>();

    Holder holder{text, 7, reinterpret_cast<std::vector<int>*>(0x20)};
    std::vector<const char*> some{"good", text};

    std::array<int, 3> goodArray{1, 2, 3};
    std::string goodString = "short";
    std::string longString(100, 'x');
    std::string emptyString;
    std::string_view goodView = goodString;
    std::string_view emptyView;
    std::vector<int> goodVector{1, 2};
    std::vector<int> emptyVector;
    std::vector<bool> goodBits{true, false, true};
    std::map<int, int> goodMap{{1, 2}};
    std::map<int, int> emptyMap;
    std::set<int> goodSet{3};
    std::list<int> goodList{4, 5};
    std::list<int> emptyList;
    std::forward_list<int> goodForwardList{6};
    std::forward_list<int> emptyForwardList;
    std::deque<int> goodDeque{7, 8};
    std::deque<int> emptyDeque;
    std::unordered_map<int, int> goodHashMap{{9, 10}};
    std::unordered_set<int> emptyHashSet;
    std::shared_ptr<Node> emptyShared;
    std::unique_ptr<Node> emptyUnique;

    std::puts("all are set"); // here
    std::fflush(stdout);
    use(constText, wide, utf16, untyped, number, node, texts, array, letters, fixed, &intAway, &nodeAway, &stringAway);
    use(&vectorAway, &mapAway, &listAway, &optionalAway, &sharedAway, &uniqueAway, &string, &wideString, &view,
        &vector);
    use(&vectorOfStrings, &bits, &map, &set, &list, &forwardList, &deque, &hashMap, &hashSet, &shared, &weak, &unique);
    use(&holder, &some, &goodView, &goodArray);
    std::_Exit(0);
}

int main()
{
    show();
}
