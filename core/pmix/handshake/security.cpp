// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/security.h"

#include "pmix/types/status.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <unistd.h>

namespace dbgr::pmix {

namespace {

util::Error unknownModule(std::string_view module)
{
    return util::Error{make_error_code(Status::ErrNotSupported),
                       "the PMIx security module \"" + std::string(module.substr(0, 64)) + "\" is not supported",
                       "Servers must accept the module \"native\"."};
}

} // namespace

UserIds UserIds::ofThisProcess()
{
    return UserIds{::geteuid(), ::getegid()};
}

util::Result<std::string> makeCredential(std::string_view module, UserIds ids)
{
    if (module == "none")
        return std::string();
    if (module != "native")
        return util::fail(unknownModule(module));
    util::ByteWriter writer; // both in the sender's byte order
    writer.host(ids.uid);
    writer.host(ids.gid);
    return writer.take();
}

util::Result<UserIds> readCredential(std::string_view module, std::string_view credential)
{
    if (module != "native")
        return util::fail(unknownModule(module));
    util::ByteReader reader(credential);
    UserIds ids;
    ids.uid = reader.host<std::uint32_t>();
    ids.gid = reader.host<std::uint32_t>();
    if (!reader.ok() || !reader.atEnd())
        return util::fail(Status::ErrInvalidCred, "a peer sent a credential of a wrong length");
    return ids;
}

util::Result<void> checkCredential(std::string_view module, std::string_view credential, std::uint32_t expectedUid)
{
    DBGR_TRY(const UserIds ids, readCredential(module, credential)); // a user may run with any of his groups
    if (ids.uid != expectedUid)
        return util::fail(Status::ErrInvalidCred, "a peer runs as another user (uid " + std::to_string(ids.uid) + ")");
    return util::ok();
}

} // namespace dbgr::pmix
