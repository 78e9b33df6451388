// SPDX-License-Identifier: BSD-3-Clause
#include "debug/frame_place.h"

#include "debug/thread.h"

#include <algorithm>

namespace dbgr::debug {

namespace {

/// Functions that only their own file can see may share a name.
void addFunction(util::ContentHash& hash, const Frame& frame)
{
    for (const std::string* const name : {&frame.function, &frame.module, &frame.where.file}) {
        hash.add(name->size());
        hash.add(std::as_bytes(std::span(*name)));
    }
}

} // namespace

std::vector<FramePlace> placesOf(std::span<const Frame> innermostFirst)
{
    std::vector<FramePlace> places(innermostFirst.size());
    util::ContentHash path;
    for (std::size_t i = innermostFirst.size(); i-- > 0;) {
        addFunction(path, innermostFirst[i]);
        places[i].path = path.value();
    }
    return places;
}

FramePlace placeOf(const Frame& frame)
{
    util::ContentHash function;
    addFunction(function, frame);
    return {function.value()};
}

std::optional<std::uint32_t> RankFrames::find(const FrameMatch& match, std::uint32_t index) const
{
    if (!match.place.known()) {
        const bool same = index < frames.size() && placeOf(frames[index]) == match.itself;
        return same ? std::optional(index) : std::nullopt;
    }
    const auto place = std::find(places.begin(), places.end(), match.place);
    if (place == places.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(place - places.begin());
}

} // namespace dbgr::debug
