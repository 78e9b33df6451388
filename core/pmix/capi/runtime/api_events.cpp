// SPDX-License-Identifier: BSD-3-Clause
// Events: registering for them, telling of them. A handler's turn ends with its call of the function that it is given,
// from whatever thread.
#include "pmix/capi/runtime/reply.h"
#include "pmix/capi/runtime/server_side.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <memory>
#include <optional>
#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

using Place = EventHandler::Place;

/// What a handler was given to look at, until it says that it is done.
struct Turn
{
    EventHandler::Finish finish;
    pmix_proc_t source;
    CArray<pmix_info_t> infos;
    CArray<pmix_info_t> results;
};

/// The infos of the event with, behind them, the object that the program has left with its handler.
CArray<pmix_info_t> withObject(std::vector<Info> infos, const std::string& name, void* object)
{
    if (!name.empty())
        infos.emplace_back(keys::kEventHdlrName, Value::string(name));
    if (object == nullptr)
        return toC(infos);
    infos.emplace_back(keys::kEventReturnObject, Value());
    CArray<pmix_info_t> array = toC(infos);
    pmix_value_t& last = array.data()[array.size() - 1].value;
    last.type = PMIX_POINTER;
    last.data.ptr = object;
    return array;
}

/// What every handler calls at the end of its turn.
void endTurn(pmix_status_t status, pmix_info_t* results, size_t nresults, pmix_op_cbfunc_t cbfunc, void* thiscbdata,
             void* notification)
{
    const std::unique_ptr<Turn> turn(static_cast<Turn*>(notification));
    auto infos = fromC(results, nresults);
    if (const auto runtime = Library::instance().runtime())
        runtime->loop().post([finish = turn->finish, status, infos = infos ? *std::move(infos) : std::vector<Info>()] {
            finish(static_cast<Status>(status), infos);
        });
    if (cbfunc != nullptr)
        cbfunc(PMIX_SUCCESS, thiscbdata);
}

EventHandler::Run toRun(pmix_notification_fn_t handler, const std::string& name, void* object)
{
    return [handler, name, object](EventHandler::Id id, const Event& event, const std::vector<Info>& results,
                                   const EventHandler::Finish& finish) {
        auto* turn = new Turn{finish, {}, withObject(event.infos, name, object), toC(results)};
        toC(event.source, turn->source);
        handler(id, static_cast<pmix_status_t>(event.code), &turn->source, turn->infos.data(), turn->infos.size(),
                turn->results.data(), turn->results.size(), endTurn, turn);
    };
}

std::vector<Proc> procsOf(const Value& value)
{
    if (auto one = value.asProc())
        return {*std::move(one)};
    const DataArray* array = value.asArray();
    return array == nullptr ? std::vector<Proc>() : array->elementsAs<DataType::Proc>().value_or(std::vector<Proc>());
}

/// A registration as its infos describe it.
EventHandler readDirectives(const std::vector<Info>& infos)
{
    EventHandler handler;
    for (const Info& info : infos) {
        const bool set = info.value.asBool().value_or(false);
        const std::string text = info.value.asString().value_or("");
        if (info.key == keys::kEventHdlrName) {
            handler.name = text;
        } else if (info.key == keys::kEventHdlrFirst && set) {
            handler.place = Place::First;
        } else if (info.key == keys::kEventHdlrLast && set) {
            handler.place = Place::Last;
        } else if (info.key == keys::kEventHdlrPrepend && set) {
            handler.place = Place::Prepend;
        } else if (info.key == keys::kEventHdlrAppend && set) {
            handler.place = Place::Append;
        } else if (info.key == keys::kEventHdlrBefore || info.key == keys::kEventHdlrAfter) {
            handler.place = info.key == keys::kEventHdlrBefore ? Place::Before : Place::After;
            handler.neighbour = text;
        } else if (info.key == keys::kEventOneshot) {
            handler.oneshot = set;
        } else if (info.key == keys::kEventAffectedProc || info.key == keys::kEventAffectedProcs) {
            for (Proc& each : procsOf(info.value))
                handler.affected.push_back(std::move(each));
        }
    }
    return handler;
}

/// The infos without the one that holds a pointer, which is not for the core.
util::Result<std::vector<Info>> readInfos(const pmix_info_t info[], size_t ninfo, void*& object)
{
    std::vector<Info> infos;
    for (size_t i = 0; i < ninfo; ++i) {
        if (PMIx_Check_key(info[i].key, PMIX_EVENT_RETURN_OBJECT)) {
            object = info[i].value.data.ptr;
            continue;
        }
        DBGR_TRY(Info read, fromC(info[i]));
        infos.push_back(std::move(read));
    }
    return infos;
}

struct Registered
{
    pmix_status_t status;
    size_t id;
};

} // namespace

pmix_status_t PMIx_Register_event_handler(pmix_status_t codes[], size_t ncodes, pmix_info_t info[], size_t ninfo,
                                          pmix_notification_fn_t evhdlr, pmix_hdlr_reg_cbfunc_t cbfunc, void* cbdata)
{
    void* object = nullptr;
    const auto infos = readInfos(info, info == nullptr ? 0 : ninfo, object);
    if (!infos)
        return codeOf(infos);
    if (evhdlr == nullptr)
        return PMIX_ERR_BAD_PARAM;
    if (cbfunc == nullptr) { // waits, and returns the number
        if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
            return allowed;
        Waiter<Registered> waiter;
        const pmix_hdlr_reg_cbfunc_t take = [](pmix_status_t status, size_t id, void* data) {
            static_cast<Waiter<Registered>*>(data)->put(Registered{status, id});
        };
        const pmix_status_t called = PMIx_Register_event_handler(codes, ncodes, info, ninfo, evhdlr, take, &waiter);
        if (called != PMIX_SUCCESS)
            return called;
        const Registered registered = waiter.take();
        return registered.status == PMIX_SUCCESS ? static_cast<pmix_status_t>(registered.id) : registered.status;
    }
    EventHandler handler = readDirectives(*infos);
    handler.codes = fromC(codes, ncodes);
    handler.run = toRun(evhdlr, handler.name, object);
    const auto done = [cbfunc, cbdata](const util::Result<EventHandler::Id>& id) {
        cbfunc(codeOf(id), id ? static_cast<size_t>(*id) : SIZE_MAX, cbdata);
    };
    return start<EventHandler::Id>(
        done, [handler = std::move(handler)](Runtime& runtime, Client::Done<EventHandler::Id> answer) {
            runtime.client().registerEvents(handler, std::move(answer));
        });
}

pmix_status_t PMIx_Deregister_event_handler(size_t evhdlr_ref, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    if (cbfunc == nullptr) {
        const auto runtime = Library::instance().runtime();
        if (!runtime)
            return PMIX_ERR_INIT;
        return codeOf(
            runtime->onLoopDo<void>([evhdlr_ref](Runtime& r) { return r.client().deregisterEvents(evhdlr_ref); }));
    }
    return start<void>(toOp(cbfunc, cbdata), [evhdlr_ref](Runtime& runtime, const Client::Done<void>& done) {
        done(runtime.client().deregisterEvents(evhdlr_ref));
    });
}

pmix_status_t PMIx_Notify_event(pmix_status_t status, const pmix_proc_t* source, pmix_data_range_t range,
                                const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (cbfunc == nullptr)
        return wait([&](pmix_op_cbfunc_t callback, void* data) {
            return PMIx_Notify_event(status, source, range, info, ninfo, callback, data);
        });
    const EventNotice notice{static_cast<Status>(status), static_cast<DataRange>(range), *std::move(infos)};
    const auto whose = source == nullptr ? std::nullopt : std::optional<Proc>(fromC(*source));
    return start<void>(toOp(cbfunc, cbdata), [notice, whose](Runtime& runtime, Client::Done<void> done) {
        if (runtime.server() != nullptr && notice.range != DataRange::ProcLocal)
            runtime.server()->server().notify(Event{notice.code, whose.value_or(runtime.client().self()), notice.infos},
                                              notice.range);
        runtime.client().notify(notice, std::move(done));
    });
}
