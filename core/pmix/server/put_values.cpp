// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/put_values.h"

#include "pmix/server/value_size.h"
#include "pmix/types/status.h"

#include <utility>

namespace dbgr::pmix {

util::Result<void> PutValues::store(std::vector<CommitBlock> blocks, std::size_t maxBytes)
{
    // What is replaced is counted twice here, which keeps the check before the first change.
    std::size_t more = 0;
    for (const CommitBlock& block : blocks)
        for (const KeyValue& pair : block.values)
            more += sizeOf(pair.key, pair.value) * (block.scope == Scope::Global ? 2 : 1);
    if (more > maxBytes || m_bytes > maxBytes - more)
        return util::fail(Status::ErrOutOfResource,
                          "a process may put " + std::to_string(maxBytes) + " bytes, and has more");

    for (CommitBlock& block : blocks) {
        for (KeyValue& pair : block.values) {
            if (block.scope == Scope::Global)
                keep(m_local, pair);
            if (block.scope == Scope::Remote || block.scope == Scope::Global)
                keep(m_remote, std::move(pair));
            else if (block.scope == Scope::Local)
                keep(m_local, std::move(pair));
            else if (block.scope == Scope::Internal)
                keep(m_internal, std::move(pair));
        }
    }
    return util::ok();
}

void PutValues::keep(Values& values, KeyValue pair)
{
    m_bytes += sizeOf(pair.key, pair.value);
    if (const auto old = values.find(pair.key); old != values.end()) {
        m_bytes -= sizeOf(old->first, old->second);
        old->second = std::move(pair.value);
    } else {
        values.emplace(std::move(pair.key), std::move(pair.value));
    }
}

const PutValues::Values& PutValues::nearValues(Viewer viewer) const
{
    return viewer == Viewer::OtherNode ? m_remote : m_local;
}

const Value* PutValues::find(std::string_view key, Viewer viewer) const
{
    const Values& near = nearValues(viewer);
    if (const auto found = near.find(key); found != near.end())
        return &found->second;
    if (viewer != Viewer::Self)
        return nullptr;
    for (const Values* own : {&m_remote, &m_internal})
        if (const auto found = own->find(key); found != own->end())
            return &found->second;
    return nullptr;
}

std::vector<KeyValue> PutValues::visibleTo(Viewer viewer) const
{
    std::vector<KeyValue> visible;
    const Values& near = nearValues(viewer);
    visible.reserve(near.size());
    for (const auto& [key, value] : near)
        visible.push_back(KeyValue{key, value});
    if (viewer == Viewer::Self) {
        for (const Values* own : {&m_remote, &m_internal})
            for (const auto& [key, value] : *own)
                if (find(key, viewer) == &value)
                    visible.push_back(KeyValue{key, value});
    }
    return visible;
}

} // namespace dbgr::pmix
