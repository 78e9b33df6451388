// SPDX-License-Identifier: BSD-3-Clause
#include "net/tls_session_p.h"

#include "net/net_error.h"

#include <openssl/bio.h>
#include <openssl/err.h>

#include <cstring>
#include <string_view>

namespace dbgr::net {

namespace {

/// The name under which both sides know the key; there is only one.
constexpr std::string_view kIdentity = "dbgr";
constexpr char kCipherSuite[] = "TLS_AES_128_GCM_SHA256";
constexpr unsigned char kCipherSuiteId[] = {0x13, 0x01};

struct FreeContext
{
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct FreeSession
{
    void operator()(SSL_SESSION* session) const { SSL_SESSION_free(session); }
};
using SessionPtr = std::unique_ptr<SSL_SESSION, FreeSession>;

/// Where an SSL keeps the session that holds its key; freed with it.
int sessionIndex()
{
    static const int index =
        SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, [](void*, void* session, CRYPTO_EX_DATA*, int, long, void*) {
            SSL_SESSION_free(static_cast<SSL_SESSION*>(session));
        });
    return index;
}

/// Hands OpenSSL a reference of its own to the key of `ssl`.
SSL_SESSION* shareSession(SSL* ssl)
{
    auto* session = static_cast<SSL_SESSION*>(SSL_get_ex_data(ssl, sessionIndex()));
    if (session == nullptr || SSL_SESSION_up_ref(session) != 1)
        return nullptr;
    return session;
}

int useSession(SSL* ssl, const EVP_MD*, const unsigned char** identity, std::size_t* size, SSL_SESSION** session)
{
    *session = shareSession(ssl);
    *identity = reinterpret_cast<const unsigned char*>(kIdentity.data());
    *size = kIdentity.size();
    return *session != nullptr ? 1 : 0;
}

int findSession(SSL* ssl, const unsigned char* identity, std::size_t size, SSL_SESSION** session)
{
    const bool known = std::string_view(reinterpret_cast<const char*>(identity), size) == kIdentity;
    *session = known ? shareSession(ssl) : nullptr;
    return 1; // no session: the handshake goes on without a key, and fails for want of a certificate
}

SessionPtr makeKeySession(SSL* ssl, const Secret& secret)
{
    SessionPtr session(SSL_SESSION_new());
    const SSL_CIPHER* cipher = SSL_CIPHER_find(ssl, kCipherSuiteId);
    const auto key = secret.bytes();
    if (!session || cipher == nullptr || SSL_SESSION_set1_master_key(session.get(), key.data(), key.size()) != 1 ||
        SSL_SESSION_set_cipher(session.get(), cipher) != 1 ||
        SSL_SESSION_set_protocol_version(session.get(), TLS1_3_VERSION) != 1)
        return nullptr;
    return session;
}

std::unique_ptr<SSL_CTX, FreeContext> makeContext(TlsRole role)
{
    std::unique_ptr<SSL_CTX, FreeContext> context(
        SSL_CTX_new(role == TlsRole::Client ? TLS_client_method() : TLS_server_method()));
    if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION) != 1 ||
        SSL_CTX_set_max_proto_version(context.get(), TLS1_3_VERSION) != 1 ||
        SSL_CTX_set_ciphersuites(context.get(), kCipherSuite) != 1 || SSL_CTX_set_num_tickets(context.get(), 0) != 1)
        return nullptr;
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    if (role == TlsRole::Server) {
        SSL_CTX_set_psk_find_session_callback(context.get(), findSession);
    } else {
        SSL_CTX_set_psk_use_session_callback(context.get(), useSession);
        // A client that is shown a certificate instead of the key believes none.
        SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    }
    return context;
}

} // namespace

util::Result<SslPtr> makeTlsSession(TlsRole role, const Secret& secret)
{
    const auto failed = [] { return util::fail(Errc::HandshakeFailed, "setting up TLS: " + takeOpenSslError()); };
    ERR_clear_error();
    const auto context = makeContext(role);
    if (!context)
        return failed();
    SslPtr ssl(SSL_new(context.get()));
    SessionPtr key = ssl ? makeKeySession(ssl.get(), secret) : nullptr;
    if (!key || SSL_set_ex_data(ssl.get(), sessionIndex(), key.get()) != 1)
        return failed();
    key.release();
    BIO* in = BIO_new(BIO_s_mem());
    BIO* out = BIO_new(BIO_s_mem());
    if (in == nullptr || out == nullptr) {
        BIO_free(in);
        BIO_free(out);
        return failed();
    }
    SSL_set_bio(ssl.get(), in, out);
    if (role == TlsRole::Client)
        SSL_set_connect_state(ssl.get());
    else
        SSL_set_accept_state(ssl.get());
    return ssl;
}

std::string takeOpenSslError()
{
    const unsigned long code = ERR_peek_last_error();
    const char* reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
    ERR_clear_error();
    return reason != nullptr ? reason : "unknown reason";
}

} // namespace dbgr::net
