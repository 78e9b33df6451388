// SPDX-License-Identifier: BSD-3-Clause
#include "debug/frame_place.h"

#include "debug/thread.h"

#include <algorithm>

namespace dbgr::debug {

namespace {

void addName(util::ContentHash& hash, const std::string& name)
{
    hash.add(name.size());
    hash.add(std::as_bytes(std::span(name)));
}

} // namespace

std::vector<FramePlace> placesOf(std::span<const Frame> innermostFirst)
{
    std::vector<FramePlace> places(innermostFirst.size());
    util::ContentHash path;
    for (std::size_t i = innermostFirst.size(); i-- > 0;) {
        const Frame& frame = innermostFirst[i];
        addName(path, frame.function);
        addName(path, frame.module);
        addName(path, frame.where.file); // functions that only their own file can see may share a name
        places[i].path = path.value();
    }
    return places;
}

std::optional<std::uint32_t> RankFrames::find(const FrameMatch& match, std::uint32_t index) const
{
    if (!match.place.known()) {
        const bool same = index < frames.size() && frames[index].function == match.function;
        return same ? std::optional(index) : std::nullopt;
    }
    const auto place = std::find(places.begin(), places.end(), match.place);
    if (place == places.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(place - places.begin());
}

} // namespace dbgr::debug
