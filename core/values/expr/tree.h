// SPDX-License-Identifier: BSD-3-Clause
// An expression as it was typed: read once, evaluated in every rank. Not changed once it is made, so that ranks share
// it. Way: parse -> Tree -> Evaluator. Thread: any; values.
#pragma once

#include "values/expr/number.h"
#include "values/expr/operators.h"

#include <cstddef>
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

/// Fortran: mod::x; C++: a::b::x
struct ScopedName
{
    std::string scope, name;
};

struct Member
{
    NodePtr of;
    std::string name;
    bool isArrow = false; ///< ->
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
    NumberKind kind = NumberKind::Integer; ///< of what `pointers` stars are behind
    unsigned bytes = 4;                    ///< 0: void
    bool isSigned = true;
    bool isCharacter = false;
    unsigned pointers = 0;
};

struct Cast
{
    TypeName to;
    NodePtr operand;
};

struct SizeOf
{
    std::variant<TypeName, NodePtr> of;
};

} // namespace node

struct Node
{
    using Kind = std::variant<node::Literal, node::Name, node::ScopedName, node::Member, node::Index, node::Unary,
                              node::Binary, node::Conditional, node::ComplexPair, node::Dereference, node::AddressOf,
                              node::Repeat, node::Cast, node::SizeOf>;
    Kind kind;
    unsigned height = 1;
};

class Tree
{
public:
    /// \pre root
    Tree(NodePtr root, Language language) : m_root(std::move(root)), m_language(language) {}

    [[nodiscard]] const Node& root() const { return *m_root; }
    [[nodiscard]] Language language() const { return m_language; }

private:
    std::shared_ptr<const Node> m_root;
    Language m_language;
};

} // namespace dbgr::values
