// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/data_array.h"

namespace dbgr::pmix {

DataArray DataArray::ofInfos(std::vector<Info> infos)
{
    DataArray array;
    array.element = DataType::Info;
    array.infos = std::move(infos);
    return array;
}

} // namespace dbgr::pmix
