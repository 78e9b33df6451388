// SPDX-License-Identifier: BSD-3-Clause
#include "debug/value_tree.h"

namespace dbgr::debug {

const char* name(ValueTree::Kind kind)
{
    switch (kind) {
    case ValueTree::Kind::Other:
        return "other";
    case ValueTree::Kind::Integer:
        return "integer";
    case ValueTree::Kind::Real:
        return "real";
    case ValueTree::Kind::Complex:
        return "complex";
    case ValueTree::Kind::Logical:
        return "logical";
    case ValueTree::Kind::Character:
        return "character";
    case ValueTree::Kind::Text:
        return "text";
    case ValueTree::Kind::Enumeration:
        return "enumeration";
    case ValueTree::Kind::Pointer:
        return "pointer";
    case ValueTree::Kind::Record:
        return "record";
    case ValueTree::Kind::Array:
        return "array";
    }
    return "other";
}

} // namespace dbgr::debug
