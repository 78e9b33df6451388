// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/families.h"

namespace dbgr::values {

const std::vector<const Family*>& families()
{
    static const std::vector<const Family*> all{
        &wrapperFamily(), // of any name; first
        &textFamily(),        &viewFamily(),          &bitVectorFamily(),     &bitsetFamily(),   &vectorFamily(),
        &arrayFamily(),       &spanFamily(),          &countedFamily(),       &dequeFamily(),    &listFamily(),
        &forwardListFamily(), &treeFamily(),          &hashTableFamily(),     &adaptorFamily(),  &pairFamily(),
        &tupleFamily(),       &uniquePointerFamily(), &sharedPointerFamily(), &optionalFamily(), &variantFamily(),
        &anyFamily(),         &plainFamily(),         &referenceFamily(),     &matrixFamily(),   &kokkosFamily()};
    return all;
}

} // namespace dbgr::values
