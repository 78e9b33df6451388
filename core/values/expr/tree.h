// SPDX-License-Identifier: BSD-3-Clause
// An expression as it was typed: read once, evaluated in every rank. Not changed once it is made, so that ranks share
// it. Way: parse -> Tree -> Evaluator. Thread: any; values.
#pragma once

#include "util/result.h"
#include "values/expr/number.h"
#include "values/expr/operators.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::values {

struct Node;
using NodePtr = std::unique_ptr<const Node>;

/// Nodes of one expression on the way from its root to a leaf; whoever walks a tree may do it by recursion.
inline constexpr unsigned kMaxTreeHeight = 400;

namespace node {

struct Literal
{
    Number value;
    std::string kindName; ///< Fortran: 1.5_dp; "" none
};

/// A variable; in Fortran maybe a function of the language.
struct Name
{
    std::string name; ///< in Fortran folded
};

/// Fortran: mod::x; C++: a::b::x; the scope of ::x is "", and of ::a::x "::a"
struct ScopedName
{
    std::string scope, name;
};

struct Member
{
    NodePtr of;
    std::string name;
    bool isArrow = false;          ///< ->
    std::vector<std::string> base; ///< C++: object.Base::name; empty: any
};

/// In parentheses or brackets: 3, 2:8:2, :, dim=1
struct Item
{
    bool isRange = false;
    NodePtr first, last, step; ///< null: left out
    std::string keyword;       ///< "" none
};

/// a(1,2:3), p[3], and Fortran's functions: size(a, dim=1)
struct Index
{
    NodePtr of;
    std::vector<Item> items;
};

struct Unary
{
    UnaryOperator operation;
    NodePtr operand;
};

struct Binary
{
    BinaryOperator operation;
    NodePtr left, right;
};

struct Conditional
{
    NodePtr condition, yes, no;
};

/// (1.0, -2.0)
struct ComplexPair
{
    NodePtr real, imaginary;
};

struct Dereference
{
    NodePtr pointer;
};

struct AddressOf
{
    NodePtr of;
};

/// *p@10: the object and those behind it
struct Repeat
{
    NodePtr first, count;
};

/// A type of C that needs no name of the program.
struct TypeName
{
    NumberKind kind = NumberKind::Integer;
    unsigned bytes = 4; ///< 0: void
    bool isSigned = true;
    bool isCharacter = false;
    Letters letters = Letters::None;
};

enum class TypeTag
{
    None,
    Structure, ///< struct, class
    Union,
    Enumeration
};

/// unsigned char, geo::Base *, struct node **, double (*)[3]
struct TypeId
{
    TypeName builtin;               ///< if it has no name of the program
    std::vector<std::string> parts; ///< "geo", "Base"; the first one is "" for ::Base
    TypeTag tag = TypeTag::None;
    unsigned pointers = 0;
    std::vector<std::uint64_t> extents; ///< of an array of those; empty: it is none
    unsigned pointersToArray = 0;
    bool isReference = false;
};

struct Cast
{
    TypeId to;
    NodePtr operand;
    bool isPlain = false;   ///< reinterpret_cast
    bool mayBeCall = false; ///< (f)(x), if f is no type
};

struct SizeOf
{
    std::variant<TypeId, NodePtr> of;
};

/// The value of the right one; the left one only has to have one.
struct Comma
{
    NodePtr left, right;
};

/// v.size(), p->at(3): functions that the standard library's containers have. Another class's are a compiler's
/// business.
struct MethodCall
{
    NodePtr of;
    std::string name;
    bool isArrow = false; ///< ->
    NodePtr argument;     ///< null: none
};

/// std::get<1>(t)
struct TuplePart
{
    NodePtr of;
    std::uint64_t index = 0;
};

} // namespace node

struct Node
{
    using Kind = std::variant<node::Literal, node::Name, node::ScopedName, node::Member, node::Index, node::Unary,
                              node::Binary, node::Conditional, node::ComplexPair, node::Dereference, node::AddressOf,
                              node::Repeat, node::Cast, node::SizeOf, node::Comma, node::MethodCall, node::TuplePart>;
    Kind kind;
    unsigned height = 1;
};

/// C: (name)-x is a cast if the name is a type's, which only a frame tells. The expression was read in each way.
struct Ambiguity
{
    std::vector<std::vector<std::string>> names; ///< parts of each
    /// One more than combinations of the names, since the one without types is the root: the k-th name is a type where
    /// bit k of the number, counted from 1, is set.
    std::vector<util::Result<NodePtr>> readings;
};

class Tree
{
public:
    /// \pre root
    Tree(NodePtr root, Language language, std::shared_ptr<const Ambiguity> ambiguity = nullptr)
        : m_root(std::move(root)), m_ambiguity(std::move(ambiguity)), m_language(language)
    {}

    /// As it is if no name in question is a type's.
    [[nodiscard]] const Node& root() const { return *m_root; }
    /// Null: it has one meaning.
    [[nodiscard]] const Ambiguity* ambiguity() const { return m_ambiguity.get(); }
    [[nodiscard]] Language language() const { return m_language; }

private:
    std::shared_ptr<const Node> m_root;
    std::shared_ptr<const Ambiguity> m_ambiguity;
    Language m_language;
};

} // namespace dbgr::values
