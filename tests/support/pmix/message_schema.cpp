// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pmix/message_schema.h"

#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/types/keys.h"
#include "tests/support/pmix/with_type.h"

#include <map>

namespace dbgr::test {

namespace {

using pmix::Command;
using pmix::DataType;
using enum Field::Shape;

const Fields kKeyValues{{DataType::KeyValue, Repeated}};
const Fields kRankData{{DataType::Rank}, {DataType::KeyValue, Repeated}};
const Fields kNspaceData{{DataType::String}, {DataType::KeyValue, Repeated}};
const Fields kProcData{{DataType::Proc}, {DataType::KeyValue, Repeated}};
const Fields kInfos{{DataType::Info, Counted}};
const Fields kProcsAndInfos{{DataType::Proc, Counted}, {DataType::Info, Counted}};
const Fields kLookup{{DataType::Uint32}, {DataType::String, Each}, {DataType::Info, Counted}};
const Fields kGroupId{{DataType::String}, {DataType::Proc, Counted}, {DataType::Info, Counted}};
const Fields kCredential{{DataType::ByteObject}, {DataType::Info, Counted}};
const Fields kStatus{{DataType::Status}};
const Fields kStatusAndInfos{{DataType::Status}, {DataType::Info, OptionalCounted}};
const Fields kStatusAndSize{{DataType::Status}, {DataType::Size, Optional}};

const std::map<Command, Fields> kRequests{
    {Command::Request, {}},
    {Command::Abort, {{DataType::Status}, {DataType::String}, {DataType::Proc, Counted}}},
    {Command::Commit, {{DataType::Undef, Group, {{DataType::Scope}, {DataType::Buffer, One, kKeyValues}}}}},
    {Command::Fence, kProcsAndInfos},
    {Command::Get, {{DataType::String}, {DataType::Rank}, {DataType::Info, Counted}, {DataType::String}}},
    {Command::Finalize, {}},
    {Command::Publish, {{DataType::Uint32}, {DataType::Info, Counted}}},
    {Command::Lookup, kLookup},
    {Command::Unpublish, kLookup},
    {Command::Spawn, {{DataType::Info, Counted}, {DataType::App, Counted}}},
    {Command::Connect, {{DataType::Proc, Counted}, {DataType::Info, Counted}, {DataType::Info, Repeated}}},
    {Command::Disconnect, kProcsAndInfos},
    {Command::Notify, {{DataType::Status}, {DataType::DataRange}, {DataType::Info, Counted}}},
    {Command::RegisterEvents, {{DataType::Status, Counted}, {DataType::Info, Counted}}},
    {Command::DeregisterEvents, {{DataType::Status, Repeated}}},
    {Command::Query, {{DataType::Query, Counted}}},
    {Command::Log, {{DataType::Time}, {DataType::Info, Counted}, {DataType::Info, Counted}}},
    {Command::Alloc, {{DataType::AllocDirective}, {DataType::Info, Counted}}},
    {Command::JobControl, kProcsAndInfos},
    {Command::Monitor, {{DataType::Info}, {DataType::Status}, {DataType::Info, Counted}}},
    {Command::GetCredential, kInfos},
    {Command::ValidateCredential, kCredential},
    {Command::IofPull,
     {{DataType::Proc, Counted}, {DataType::Info, Counted}, {DataType::IofChannel}, {DataType::Size, Optional}}},
    {Command::IofPush, {{DataType::Proc, Counted}, {DataType::Info, Counted}, {DataType::ByteObject, Optional}}},
    {Command::GroupConstruct, kGroupId},
    {Command::GroupLeave, {{DataType::String}, {DataType::Info, Counted}}},
    // As of 5.0; 4.2 names no members, and gave no infos.
    {Command::GroupDestruct, {{DataType::String}, {DataType::Proc, Counted}, {DataType::Info, OptionalCounted}}},
    {Command::IofDeregister, {{DataType::Info, Counted}, {DataType::Size}}},
    {Command::FabricRegister, kInfos},
    {Command::FabricUpdate, {{DataType::Size}}},
    {Command::SessionControl, {{DataType::Uint32}, {DataType::Info, Counted}}},
    {Command::RefreshCache, {{DataType::String}, {DataType::Rank}}},
    {Command::ResolvePeers, {{DataType::String}, {DataType::String}}},
    {Command::ResolveNode, {{DataType::String}}},
};

const std::map<Command, Fields> kReplies{
    {Command::Request, kNspaceData},
    {Command::Get, {{DataType::Status}, {DataType::ByteObject, Repeated, kProcData}}},
    {Command::Lookup, {{DataType::Status}, {DataType::PublishedData, OptionalCounted}}},
    {Command::Spawn, {{DataType::Status}, {DataType::String, Optional}, {DataType::KeyValue, Repeated}}},
    {Command::Connect, {{DataType::Status}, {DataType::ByteObject, Repeated, kNspaceData}}},
    {Command::Query, kStatusAndInfos},
    {Command::Alloc, kStatusAndInfos},
    {Command::JobControl, kStatusAndInfos},
    {Command::Monitor, kStatusAndInfos},
    {Command::GetCredential, {{DataType::Status}, {DataType::ByteObject, Optional}, {DataType::Info, OptionalCounted}}},
    {Command::ValidateCredential, kStatusAndInfos},
    {Command::FabricRegister, kStatusAndInfos},
    {Command::FabricUpdate, kStatusAndInfos},
    {Command::SessionControl, kStatusAndInfos},
    {Command::IofPull, kStatusAndSize},
    {Command::IofDeregister, kStatusAndSize},
    // As of 6.1; older servers leave the flag out.
    {Command::GroupConstruct,
     {{DataType::Status},
      {DataType::Proc, OptionalCounted},
      {DataType::Bool, Optional},
      {DataType::Size, Optional},
      {DataType::Info, OptionalCounted}}},
    {Command::RefreshCache, {{DataType::Status}, {DataType::KeyValue, Repeated}}},
    {Command::ResolvePeers, {{DataType::Status}, {DataType::Proc, OptionalCounted}}},
    {Command::ResolveNode, {{DataType::Status}, {DataType::String, Optional}}},
};

/// Reads from one buffer what it writes to another.
class Transcoder
{
public:
    Transcoder(pmix::WireFormat format, std::string_view body) : m_in(format, body), m_out(format) {}

    util::Result<void> run(const Fields& fields)
    {
        for (const Field& field : fields)
            DBGR_TRY(take(field));
        return util::ok();
    }
    util::Result<std::string> finish()
    {
        if (!m_in.atEnd())
            return util::fail(pmix::Status::ErrUnpackFailure,
                              "bytes are left over from " + std::to_string(m_in.position()));
        return m_out.finish();
    }

private:
    util::Result<void> take(const Field& field)
    {
        switch (field.shape) {
        case One:
            return takeOne(field);
        case Counted:
            return withType(field.type, [&]<DataType D>() { return takeCounted<D>(); });
        case Each: {
            DBGR_TRY(const std::uint64_t count, m_in.unpack<DataType::Size>());
            m_out.pack<DataType::Size>(count);
            for (std::uint64_t i = 0; i < count; ++i)
                DBGR_TRY(takeOne(field));
            return util::ok();
        }
        case Optional:
        case OptionalCounted:
            if (m_in.atEnd())
                return util::ok();
            return take({field.type, field.shape == Optional ? One : Counted, field.inner});
        case Repeated:
            while (!m_in.atEnd())
                DBGR_TRY(takeOne(field));
            return util::ok();
        case Group:
            while (!m_in.atEnd())
                DBGR_TRY(run(field.inner));
            return util::ok();
        }
        return util::ok();
    }

    util::Result<void> takeOne(const Field& field)
    {
        return withType(field.type, [&]<DataType D>() -> util::Result<void> {
            DBGR_TRY(const auto element, m_in.unpack<D>());
            m_out.pack<D>(element);
            if constexpr (D == DataType::KeyValue) {
                const std::string* blob = element.key == pmix::keys::kProcBlob ? element.value.asBytes() : nullptr;
                return blob ? checkInner(kRankData, *blob) : util::ok();
            } else if constexpr (D == DataType::ByteObject || D == DataType::Buffer) {
                return field.inner.empty() ? util::ok() : checkInner(field.inner, element.bytes);
            } else {
                return util::ok();
            }
        });
    }

    template <DataType D>
    util::Result<void> takeCounted()
    {
        DBGR_TRY(const auto elements, m_in.unpackCounted<D>());
        if constexpr (D != DataType::Bool) // std::vector<bool> is no span, and no message has such a field
            m_out.packCounted<D>(elements);
        return util::ok();
    }

    util::Result<void> checkInner(const Fields& fields, const std::string& bytes)
    {
        DBGR_TRY(const std::string again, transcode(m_in.format(), fields, bytes));
        if (again != bytes)
            return util::fail(pmix::Status::ErrPackFailure, "a buffer within the message was encoded differently");
        return util::ok();
    }

    pmix::Unpacker m_in;
    pmix::Packer m_out;
};

} // namespace

const Fields* requestFields(Command command)
{
    const auto found = kRequests.find(command);
    return found == kRequests.end() ? nullptr : &found->second;
}

const Fields& replyFields(Command command)
{
    const auto found = kReplies.find(command);
    return found == kReplies.end() ? kStatus : found->second;
}

const Fields& eventFields()
{
    static const Fields fields{
        {DataType::Status}, {DataType::Proc}, {DataType::Info, Counted}, {DataType::DataRange, Optional}};
    return fields;
}

const Fields& outputFields()
{
    static const Fields fields{{DataType::Proc},
                               {DataType::IofChannel},
                               {DataType::Size},
                               {DataType::Info, Counted},
                               {DataType::ByteObject, Optional}};
    return fields;
}

util::Result<std::string> transcode(pmix::WireFormat format, const Fields& fields, std::string_view body)
{
    Transcoder transcoder(format, body);
    DBGR_TRY(transcoder.run(fields));
    return transcoder.finish();
}

} // namespace dbgr::test
