// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_values.h"

namespace dbgr::app {

Json toJson(const debug::ThreadInfo& thread)
{
    Json json{{"index", thread.index}, {"id", thread.id.value()}, {"name", thread.name}, {"leading", thread.leading}};
    if (thread.frozen)
        json["frozen"] = true;
    if (thread.role != debug::ThreadRole::Unknown)
        json["role"] = debug::name(thread.role);
    json["frame"] = toJson(thread.top);
    return json;
}

Json toJson(const debug::ThreadSet& threads)
{
    Json json = Json::array();
    for (const auto& [kind, numbers] : threads.kinds()) {
        for (const debug::ThreadNumbers::Block& block : numbers.blocks()) {
            Json one{{"ranks", block.ranks.toString()}, {"threads", Json::array()}, {"name", kind.name}};
            for (const debug::ThreadIndex index : block.threads)
                one["threads"].push_back(index.value);
            if (kind.role != debug::ThreadRole::Unknown)
                one["role"] = debug::name(kind.role);
            json.push_back(std::move(one));
        }
    }
    return json;
}

Json toJson(const ThreadReply& reply)
{
    Json json{{"reply", "thread"}, {"threads", Json::array()}};
    for (const debug::RankThreads& rank : reply.ranks) {
        for (const debug::ThreadInfo& thread : rank.threads) {
            if (thread.leading)
                json["threads"].push_back(Json{{"rank", rank.rank.value()}, {"thread", toJson(thread)}});
        }
    }
    return json;
}

Json toJson(const FreezeReply& reply)
{
    Json json{{"reply", reply.command}, {"threads", Json::array()}};
    for (const debug::RankThreads& rank : reply.ranks) {
        Json frozen = Json::array();
        for (const debug::ThreadInfo& thread : rank.threads) {
            if (thread.frozen)
                frozen.push_back(thread.index);
        }
        json["threads"].push_back(Json{{"rank", rank.rank.value()}, {"frozen", std::move(frozen)}});
    }
    return json;
}

Json toJson(const ThreadValuesReply& reply)
{
    Json json{{"reply", "print"}, {"expression", reply.expression}, {"threads", Json::array()}};
    for (const debug::RankThreadValues& rank : reply.ranks) {
        Json values = Json::array();
        for (const debug::ThreadValues& one : rank.values) {
            Json threads = Json::array();
            for (const debug::ThreadIndex index : one.threads)
                threads.push_back(index.value);
            Json value{{"threads", std::move(threads)}};
            value.update(toJson(std::vector{one.value}).front());
            value.erase("ranks");
            values.push_back(std::move(value));
        }
        json["threads"].push_back(Json{{"rank", rank.rank.value()}, {"values", std::move(values)}});
    }
    return json;
}

} // namespace dbgr::app
