// SPDX-License-Identifier: BSD-3-Clause
// The reader's side of sketches: made for a class once, and run for each of its objects. Way: Containers -> here ->
// bytecode::run(). Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/containers/layout.h"

#include <memory>

namespace dbgr::values {

/// Null: the family of the layout has none. \pre layout.family
[[nodiscard]] std::shared_ptr<const SketchedClass> sketchedClass(const ContainerLayout& layout);
/// What an object is by the sketch of its class. \errors Unreadable, also of what cannot be; NotRecorded, OptimizedOut
/// \pre source.layout.sketched
[[nodiscard]] util::Result<Container> openSketched(const Source& source);

} // namespace dbgr::values
