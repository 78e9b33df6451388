// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/stack_shape.h"

#include <algorithm>

namespace dbgr::ui {

namespace {

using debug::StackNode;

bool hasSource(const StackNode& node)
{
    return node.frame.where.known();
}

bool isUnknown(const debug::Frame& frame)
{
    return frame.function.empty() && !frame.where.known();
}

/// A frame of unknown code below another one of the same module: it says nothing that the first does not say.
bool saysNoMore(const StackNode& callee, const StackNode& caller)
{
    return isUnknown(caller.frame) && isUnknown(callee.frame) && caller.frame.module == callee.frame.module &&
           caller.ranks == callee.ranks && caller.threads == callee.threads;
}

StackShape wholeShape(const StackNode& node, std::uint32_t depth)
{
    StackShape shape{&node, depth, 1, false, {}};
    const StackNode* last = &node;
    while (last->children.size() == 1 && saysNoMore(last->children.front(), *last)) {
        last = &last->children.front();
        ++shape.frames;
    }
    for (const StackNode& callee : last->children)
        shape.callees.push_back(wholeShape(callee, depth + shape.frames));
    return shape;
}

bool leadsToSource(const StackNode& node)
{
    return hasSource(node) || std::any_of(node.children.begin(), node.children.end(), leadsToSource);
}

/// One walk over the tree: whether there is source below a frame is told on the way back.
class OwnCode
{
public:
    explicit OwnCode(std::uint64_t& hiddenThreads) : m_hiddenThreads(hiddenThreads) {}

    /// Frames on the way to the first that has source stand for nothing: what they call takes their place.
    void addRoots(const StackNode& node, std::uint32_t depth, std::vector<StackShape>& roots)
    {
        if (hasSource(node)) {
            roots.push_back(shapeWithin(node, depth).first);
            return;
        }
        if (node.leading && !leadsToSource(node)) { // the stop is about it: a crash in a library's own thread
            roots.push_back(wholeShape(node, depth));
            return;
        }
        const std::size_t before = roots.size();
        const std::uint64_t hiddenBefore = m_hiddenThreads;
        for (const StackNode& callee : node.children)
            addRoots(callee, depth + 1, roots);
        if (roots.size() == before)
            m_hiddenThreads = hiddenBefore + node.threads;
    }

private:
    /// \return and whether there is source in it
    std::pair<StackShape, bool> shapeWithin(const StackNode& node, std::uint32_t depth)
    {
        StackShape shape{&node, depth, 1, false, {}};
        bool source = hasSource(node);
        for (const StackNode& callee : node.children) {
            auto [below, own] = shapeWithin(callee, depth + 1);
            source |= own;
            if (own || hasSource(node))
                shape.callees.push_back(std::move(below));
            else
                shape.cut = true;
        }
        return {std::move(shape), source};
    }

    std::uint64_t& m_hiddenThreads;
};

} // namespace

StackShapes shapeOf(const debug::StackTree& tree, StackDetail detail)
{
    StackShapes shapes;
    if (detail == StackDetail::OwnCode) {
        OwnCode own(shapes.hiddenThreads);
        for (const StackNode& root : tree.roots())
            own.addRoots(root, 0, shapes.roots);
    }
    if (shapes.roots.empty()) {
        shapes.hiddenThreads = 0;
        for (const StackNode& root : tree.roots())
            shapes.roots.push_back(wholeShape(root, 0));
    }
    return shapes;
}

} // namespace dbgr::ui
