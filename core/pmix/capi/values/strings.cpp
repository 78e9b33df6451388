// SPDX-License-Identifier: BSD-3-Clause
// Constants as text. The Standard leaves the words open; ours are those of the constants' names.
#include "pmix/types/data_type.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <pmix.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string>

namespace {

struct Word
{
    int code;
    const char* text;
};

template <size_t Size>
const char* textOf(const Word (&words)[Size], int code, const char* otherwise)
{
    const auto* found =
        std::find_if(std::begin(words), std::end(words), [code](const Word& w) { return w.code == code; });
    return found == std::end(words) ? otherwise : found->text;
}

constexpr Word kStatuses[] = {
#define DBGR_PMIX_STATUS(enumerator, code, name, meaning) {code, name},
#include "pmix/types/status.inc"
#undef DBGR_PMIX_STATUS
};

constexpr Word kTypes[] = {
#define DBGR_PMIX_TYPE(enumerator, code, name, cppType, since, until) {code, name},
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    {PMIX_TOPO, "PMIX_TOPO"},
    {PMIX_DISK_STATS, "PMIX_DISK_STATS"},
    {PMIX_NET_STATS, "PMIX_NET_STATS"},
    {PMIX_NODE_STATS, "PMIX_NODE_STATS"},
};

constexpr Word kProcStates[] = {
    {PMIX_PROC_STATE_UNDEF, "UNDEFINED"},
    {PMIX_PROC_STATE_PREPPED, "PREPPED"},
    {PMIX_PROC_STATE_LAUNCH_UNDERWAY, "LAUNCH UNDERWAY"},
    {PMIX_PROC_STATE_RESTART, "RESTART"},
    {PMIX_PROC_STATE_TERMINATE, "TERMINATE"},
    {PMIX_PROC_STATE_RUNNING, "RUNNING"},
    {PMIX_PROC_STATE_CONNECTED, "CONNECTED"},
    {PMIX_PROC_STATE_UNTERMINATED, "UNTERMINATED"},
    {PMIX_PROC_STATE_TERMINATED, "TERMINATED"},
    {PMIX_PROC_STATE_ERROR, "ERROR"},
    {PMIX_PROC_STATE_KILLED_BY_CMD, "KILLED BY COMMAND"},
    {PMIX_PROC_STATE_ABORTED, "ABORTED"},
    {PMIX_PROC_STATE_FAILED_TO_START, "FAILED TO START"},
    {PMIX_PROC_STATE_ABORTED_BY_SIG, "ABORTED BY SIGNAL"},
    {PMIX_PROC_STATE_TERM_WO_SYNC, "TERMINATED WITHOUT FINALIZING"},
    {PMIX_PROC_STATE_COMM_FAILED, "COMMUNICATION FAILED"},
    {PMIX_PROC_STATE_SENSOR_BOUND_EXCEEDED, "SENSOR BOUND EXCEEDED"},
    {PMIX_PROC_STATE_CALLED_ABORT, "CALLED ABORT"},
    {PMIX_PROC_STATE_HEARTBEAT_FAILED, "HEARTBEAT FAILED"},
    {PMIX_PROC_STATE_MIGRATING, "MIGRATING"},
    {PMIX_PROC_STATE_CANNOT_RESTART, "CANNOT RESTART"},
    {PMIX_PROC_STATE_TERM_NON_ZERO, "TERMINATED NON-ZERO"},
    {PMIX_PROC_STATE_FAILED_TO_LAUNCH, "FAILED TO LAUNCH"},
};

constexpr Word kJobStates[] = {
    {PMIX_JOB_STATE_UNDEF, "UNDEFINED"},
    {PMIX_JOB_STATE_AWAITING_ALLOC, "AWAITING ALLOCATION"},
    {PMIX_JOB_STATE_LAUNCH_UNDERWAY, "LAUNCH UNDERWAY"},
    {PMIX_JOB_STATE_RUNNING, "RUNNING"},
    {PMIX_JOB_STATE_SUSPENDED, "SUSPENDED"},
    {PMIX_JOB_STATE_CONNECTED, "CONNECTED"},
    {PMIX_JOB_STATE_UNTERMINATED, "UNTERMINATED"},
    {PMIX_JOB_STATE_TERMINATED, "TERMINATED"},
    {PMIX_JOB_STATE_TERMINATED_WITH_ERROR, "TERMINATED WITH ERROR"},
};

constexpr Word kScopes[] = {
    {PMIX_SCOPE_UNDEF, "UNDEFINED"}, {PMIX_LOCAL, "LOCAL"},       {PMIX_REMOTE, "REMOTE"},
    {PMIX_GLOBAL, "GLOBAL"},         {PMIX_INTERNAL, "INTERNAL"},
};

constexpr Word kPersistences[] = {
    {PMIX_PERSIST_INDEF, "INDEFINITE"}, {PMIX_PERSIST_FIRST_READ, "FIRST READ"}, {PMIX_PERSIST_PROC, "PROCESS"},
    {PMIX_PERSIST_APP, "APPLICATION"},  {PMIX_PERSIST_SESSION, "SESSION"},       {PMIX_PERSIST_INVALID, "INVALID"},
};

constexpr Word kRanges[] = {
    {PMIX_RANGE_UNDEF, "UNDEFINED"},     {PMIX_RANGE_RM, "RESOURCE MANAGER"}, {PMIX_RANGE_LOCAL, "LOCAL"},
    {PMIX_RANGE_NAMESPACE, "NAMESPACE"}, {PMIX_RANGE_SESSION, "SESSION"},     {PMIX_RANGE_GLOBAL, "GLOBAL"},
    {PMIX_RANGE_CUSTOM, "CUSTOM"},       {PMIX_RANGE_PROC_LOCAL, "PROCESS"},  {PMIX_RANGE_INVALID, "INVALID"},
};

constexpr Word kAllocDirectives[] = {
    {PMIX_ALLOC_NEW, "NEW"},           {PMIX_ALLOC_EXTEND, "EXTEND"},
    {PMIX_ALLOC_RELEASE, "RELEASE"},   {PMIX_ALLOC_REAQUIRE, "REACQUIRE"},
    {PMIX_ALLOC_REQ_CANCEL, "CANCEL"}, {PMIX_ALLOC_ACTIVATE, "ACTIVATE"},
};

constexpr Word kAllocInheritances[] = {
    {PMIX_ALLOC_INHERIT_NONE, "NONE"},
    {PMIX_ALLOC_INHERIT_CHILD, "CHILD"},
    {PMIX_ALLOC_INHERIT_DEFAULT, "DEFAULT"},
    {PMIX_ALLOC_INHERIT_CHILD_DEFAULT, "CHILD_DEFAULT"},
};

constexpr Word kBlockDirectives[] = {
    {PMIX_RESOURCE_BLOCK_DEFINE, "DEFINE"},
    {PMIX_RESOURCE_BLOCK_EXTEND, "EXTEND"},
    {PMIX_RESOURCE_BLOCK_REMOVE, "REMOVE"},
    {PMIX_RESOURCE_BLOCK_DELETE, "DELETE"},
};

constexpr Word kGroupOperations[] = {
    {PMIX_GROUP_CONSTRUCT, "CONSTRUCT"},
    {PMIX_GROUP_DESTRUCT, "DESTRUCT"},
    {PMIX_GROUP_NONE, "NONE"},
    {PMIX_GROUP_CANCEL, "CANCEL"},
};

constexpr Word kLinkStates[] = {{PMIX_LINK_DOWN, "DOWN"}, {PMIX_LINK_UP, "UP"}};

constexpr Word kDeviceTypes[] = {
    {PMIX_DEVTYPE_BLOCK, "BLOCK"},     {PMIX_DEVTYPE_GPU, "GPU"},
    {PMIX_DEVTYPE_NETWORK, "NETWORK"}, {PMIX_DEVTYPE_OPENFABRICS, "OPENFABRICS"},
    {PMIX_DEVTYPE_DMA, "DMA"},         {PMIX_DEVTYPE_COPROC, "COPROCESSOR"},
    {PMIX_DEVTYPE_MEMORY, "MEMORY"},   {PMIX_DEVTYPE_CORE, "CORE"},
    {PMIX_DEVTYPE_HWT, "HWTHREAD"},    {PMIX_DEVTYPE_CPU, "CPU"},
    {PMIX_DEVTYPE_NODE, "NODE"},
};

constexpr Word kComparisons[] = {
    {PMIX_EQUAL, "EQUAL"},
    {PMIX_VALUE1_GREATER, "VALUE1 GREATER"},
    {PMIX_VALUE2_GREATER, "VALUE2 GREATER"},
    {PMIX_VALUE_TYPE_DIFFERENT, "TYPE DIFFERENT"},
    {PMIX_VALUE_INCOMPATIBLE_OBJECTS, "INCOMPATIBLE OBJECTS"},
    {PMIX_VALUE_COMPARISON_NOT_AVAIL, "COMPARISON NOT AVAILABLE"},
};

/// The names of the channels of a set, by its four bits.
std::array<std::string, 16> channelSets()
{
    std::array<std::string, 16> sets;
    for (size_t bits = 0; bits < sets.size(); ++bits) {
        size_t bit = 1;
        for (const char* name : {"STDIN", "STDOUT", "STDERR", "STDDIAG"}) {
            if (bits & bit)
                sets[bits] += (sets[bits].empty() ? "" : " ") + std::string(name);
            bit <<= 1;
        }
    }
    sets[0] = "NONE";
    return sets;
}

} // namespace

const char* PMIx_Error_string(pmix_status_t status)
{
    return textOf(kStatuses, status, "UNKNOWN STATUS");
}

pmix_status_t PMIx_Error_code(const char* errname)
{
    const auto* found = std::find_if(std::begin(kStatuses), std::end(kStatuses),
                                     [&](const Word& w) { return errname && std::strcmp(w.text, errname) == 0; });
    return found == std::end(kStatuses) ? INT32_MIN : found->code;
}

const char* PMIx_Proc_state_string(pmix_proc_state_t state)
{
    return textOf(kProcStates, state, "UNKNOWN STATE");
}

const char* PMIx_Job_state_string(pmix_job_state_t state)
{
    return textOf(kJobStates, state, "UNKNOWN");
}

const char* PMIx_Scope_string(pmix_scope_t scope)
{
    return textOf(kScopes, scope, "UNKNOWN SCOPE");
}

const char* PMIx_Persistence_string(pmix_persistence_t persist)
{
    return textOf(kPersistences, persist, "UNKNOWN PERSISTENCE");
}

const char* PMIx_Data_range_string(pmix_data_range_t range)
{
    return textOf(kRanges, range, "UNKNOWN");
}

const char* PMIx_Data_type_string(pmix_data_type_t type)
{
    return textOf(kTypes, type, "UNKNOWN TYPE");
}

const char* PMIx_Alloc_directive_string(pmix_alloc_directive_t directive)
{
    return textOf(kAllocDirectives, directive, "UNSPECIFIED");
}

const char* PMIx_Alloc_inheritance_string(pmix_alloc_inheritance_t inheritance)
{
    return textOf(kAllocInheritances, inheritance, "UNSPECIFIED");
}

const char* PMIx_Resource_block_directive_string(pmix_resource_block_directive_t directive)
{
    return textOf(kBlockDirectives, directive, "UNSPECIFIED");
}

const char* PMIx_Group_operation_string(pmix_group_operation_t op)
{
    return textOf(kGroupOperations, op, "UNKNOWN VALUE");
}

const char* PMIx_IOF_channel_string(pmix_iof_channel_t channel)
{
    static const std::array<std::string, 16> sets = channelSets();
    return sets[channel & 0xfu].c_str();
}

const char* PMIx_Link_state_string(pmix_link_state_t state)
{
    return textOf(kLinkStates, state, "UNKNOWN");
}

const char* PMIx_Device_type_string(pmix_device_type_t type)
{
    return type > PMIX_DEVTYPE_NODE ? "UNKNOWN" : textOf(kDeviceTypes, static_cast<int>(type), "UNKNOWN");
}

const char* PMIx_Value_comparison_string(pmix_value_cmp_t cmp)
{
    return textOf(kComparisons, cmp, "UNKNOWN VALUE");
}

char* PMIx_Info_directives_string(pmix_info_directives_t directives)
{
    std::string text = (directives & PMIX_INFO_REQD) != 0 ? "REQUIRED" : "OPTIONAL";
    if (directives & PMIX_INFO_QUALIFIER)
        text = "QUALIFIER";
    if (directives & PMIX_INFO_PERSISTENT)
        text += ":PERSISTENT";
    if (directives & PMIX_INFO_REQD_PROCESSED)
        text += ":PROCESSED";
    if (directives & PMIX_INFO_ARRAY_END)
        text += ":END";
    return strdup(text.c_str());
}

const char* PMIx_Get_attribute_string(const char* attribute)
{
    static constexpr struct
    {
        const char* name;
        const char* key;
    } kNames[] = {
#define DBGR_PMIX_KEY(constant, name, key, type, since, until) {name, key},
#include "pmix/types/keys.inc"
#undef DBGR_PMIX_KEY
    };
    for (const auto& each : kNames) {
        if (attribute && std::strcmp(each.name, attribute) == 0)
            return each.key;
    }
    return attribute;
}

const char* PMIx_Get_attribute_name(const char* attrstring)
{
    const dbgr::pmix::KeyInfo* info = attrstring ? dbgr::pmix::describeKey(attrstring) : nullptr;
    return info ? info->name.data() : attrstring; // of a literal, so that it ends with a NUL
}
