// SPDX-License-Identifier: GPL-3.0-or-later
// PMIx_Data_unpack and what programs do with its results: copy, print, pack again, free. And lists of nodes.
// Input: code of a data type (0: a list of nodes), a pack call.
#include "pmix/capi/values/buffer_bytes.h"
#include "pmix/capi/values/job_maps.h"
#include "pmix/capi/values/structs.h"
#include "tests/fuzz/fuzz_input.h"

#include <pmix.h>

using namespace dbgr::pmix::capi;
using namespace dbgr::test;

namespace {

constexpr std::int32_t kRoom = 8;

template <pmix_data_type_t Code>
void useElements(pmix_data_buffer_t& buffer)
{
    using T = typename CType<Code>::Type;
    std::int32_t count = kRoom;
    T* elements = makeArray<T>(kRoom);
    const pmix_status_t status = PMIx_Data_unpack(nullptr, &buffer, elements, &count, Code);
    mustHold(count >= 0 && count <= kRoom, "no more elements than there is room for");
    if (status == PMIX_SUCCESS) {
        pmix_data_buffer_t again = PMIX_DATA_BUFFER_STATIC_INIT;
        mustHold(PMIx_Data_pack(nullptr, &again, elements, count, Code) == PMIX_SUCCESS, "it can be packed again");
        PMIx_Data_buffer_destruct(&again);
        pmix_data_array_t array = {Code, static_cast<std::size_t>(count), elements};
        pmix_data_array_t copy;
        mustHold(copyTo(copy, array), "it can be copied");
        char* text = nullptr;
        mustHold(PMIx_Data_print(&text, nullptr, &copy, PMIX_DATA_ARRAY) == PMIX_SUCCESS, "it can be printed");
        std::free(text);
        PMIx_Data_array_destruct(&copy);
    }
    freeArray(elements, kRoom);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const pmix_data_type_t type = input.choice();
    if (type == PMIX_UNDEF) {
        (void)expandList(input.rest());
        return 0;
    }
    pmix_data_buffer_t buffer = PMIX_DATA_BUFFER_STATIC_INIT;
    mustHold(appendBytes(buffer, input.rest()), "memory");
    visitType(type, false, [&](auto code) {
        useElements<code.value>(buffer);
        return true;
    });
    PMIx_Data_buffer_destruct(&buffer);
    return 0;
}
