// SPDX-License-Identifier: BSD-3-Clause
#include "net/tls_stream.h"

#include "net/end_notice.h"
#include "net/net_error.h"
#include "net/tls_session_p.h"
#include "util/lifetime.h"
#include "util/thread_check.h"

#include <openssl/bio.h>
#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <limits>

namespace dbgr::net {

namespace {

/// The most that one TLS record holds.
constexpr std::size_t kRecordBytes = 16 << 10;

/// Flow: transport's bytes -> the SSL's inbound BIO -> handshake, then SSL_read -> reader;
/// write() -> SSL_write (before the end of the handshake: m_early) -> outbound BIO -> transport.
class TlsStream final : public ByteStream
{
public:
    TlsStream(util::Scheduler& scheduler, std::unique_ptr<ByteStream> transport, SslPtr ssl, util::Duration timeout);
    ~TlsStream() override = default;

    void setReader(OnBytes reader) override;
    void setClosed(OnClosed closed) override { m_end.setClosed(std::move(closed)); }
    void write(std::string_view bytes) override;
    void close() override;
    [[nodiscard]] bool isOpen() const override { return !m_end.ended(); }
    void pauseReading() override { m_paused = true; }
    void resumeReading() override;
    [[nodiscard]] std::size_t outputBytes() const override { return m_early.size() + m_transport->outputBytes(); }
    void setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure) override;
    [[nodiscard]] std::string peerAddress() const override { return m_transport->peerAddress(); }

private:
    void onTransportBytes(std::string_view bytes);
    void onTransportClosed(const util::Result<void>& why);
    void pump();
    [[nodiscard]] bool shakeHands();
    [[nodiscard]] bool wantsInput() const { return isOpen() && m_reader && !m_paused; }
    void deliver();
    void onReadStopped(int returned);
    void encrypt(std::string_view bytes);
    /// Hands what the SSL produced to the transport.
    void flush();
    void end(util::Result<void> why);
    void fail(std::error_code code, const std::string& reason, std::string advice = {});

    util::Scheduler& m_scheduler;
    SslPtr m_ssl;
    bool m_shaken = false;
    bool m_paused = false;
    std::string m_early; // written before the end of the handshake
    std::shared_ptr<OnBytes> m_reader;
    EndNotice m_end;
    util::Subscription m_deadline;
    util::Lifetime m_lifetime;
    std::unique_ptr<ByteStream> m_transport;
};

TlsStream::TlsStream(util::Scheduler& scheduler, std::unique_ptr<ByteStream> transport, SslPtr ssl,
                     util::Duration timeout)
    : m_scheduler(scheduler), m_ssl(std::move(ssl)), m_end(scheduler), m_transport(std::move(transport))
{
    m_transport->setReader([this](std::string_view bytes) { onTransportBytes(bytes); });
    m_transport->setClosed([this](const util::Result<void>& why) { onTransportClosed(why); });
    m_deadline = m_scheduler.after(timeout, [this] { fail(Errc::Timeout, "no TLS handshake in time"); });
    pump(); // the client speaks first
}

void TlsStream::setReader(OnBytes reader)
{
    m_reader = reader ? std::make_shared<OnBytes>(std::move(reader)) : nullptr;
    m_scheduler.post(m_lifetime.guard([this] { pump(); }));
}

void TlsStream::resumeReading()
{
    m_paused = false;
    m_scheduler.post(m_lifetime.guard([this] { pump(); }));
}

void TlsStream::setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure)
{
    m_transport->setPressure(lowMark, highMark, std::move(pressure));
}

void TlsStream::onTransportBytes(std::string_view bytes)
{
    DBGR_ASSERT(bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
    BIO_write(SSL_get_rbio(m_ssl.get()), bytes.data(), static_cast<int>(bytes.size()));
    pump();
}

void TlsStream::pump()
{
    const auto alive = m_lifetime.watch();
    if (isOpen() && (m_shaken || shakeHands()))
        deliver();
    if (alive.expired() || !isOpen())
        return;
    flush();
    if (!m_shaken || wantsInput())
        m_transport->resumeReading();
    else
        m_transport->pauseReading();
}

bool TlsStream::shakeHands()
{
    ERR_clear_error();
    const int returned = SSL_do_handshake(m_ssl.get());
    if (returned != 1) {
        if (SSL_get_error(m_ssl.get(), returned) != SSL_ERROR_WANT_READ)
            fail(Errc::HandshakeFailed, "TLS handshake: " + takeOpenSslError(),
                 "the other side has another session's secret, or is no part of dbgr");
        return false;
    }
    m_shaken = true;
    m_deadline.cancel();
    encrypt(std::exchange(m_early, {}));
    return isOpen();
}

void TlsStream::deliver()
{
    const auto alive = m_lifetime.watch();
    std::array<char, kRecordBytes> plain;
    while (!alive.expired() && wantsInput()) {
        ERR_clear_error();
        const int count = SSL_read(m_ssl.get(), plain.data(), static_cast<int>(plain.size()));
        if (count <= 0) {
            onReadStopped(count);
            return;
        }
        const auto reader = m_reader; // outlives the stream, should the call destroy it
        (*reader)(std::string_view(plain.data(), static_cast<std::size_t>(count)));
    }
}

void TlsStream::onReadStopped(int returned)
{
    switch (SSL_get_error(m_ssl.get(), returned)) {
    case SSL_ERROR_WANT_READ:
        return;
    case SSL_ERROR_ZERO_RETURN:
        end(util::ok());
        return;
    default:
        fail(Errc::CutOff, "TLS: " + takeOpenSslError());
    }
}

void TlsStream::onTransportClosed(const util::Result<void>& why)
{
    const std::string reason = why ? "the other side closed the connection" : why.error().message();
    if (!m_shaken)
        fail(Errc::HandshakeFailed, "TLS handshake: " + reason, "look at what the other side says");
    else if (!why)
        end(why);
    else // the end of a program, or of its host: that the stream is TLS is nobody's concern
        fail(Errc::CutOff, "it ended without a word");
}

void TlsStream::write(std::string_view bytes)
{
    if (!isOpen())
        return;
    if (m_shaken) {
        encrypt(bytes);
        return;
    }
    if (bytes.size() > kMaxOutputBytes - m_early.size())
        fail(Errc::TooMuchOutput, "too much to send before the TLS handshake is done");
    else
        m_early += bytes;
}

void TlsStream::encrypt(std::string_view bytes)
{
    while (!bytes.empty() && isOpen()) {
        const std::string_view record = bytes.substr(0, kRecordBytes);
        ERR_clear_error();
        if (SSL_write(m_ssl.get(), record.data(), static_cast<int>(record.size())) <= 0) {
            fail(Errc::CutOff, "TLS: " + takeOpenSslError());
            return;
        }
        bytes.remove_prefix(record.size());
        flush();
    }
}

void TlsStream::flush()
{
    BIO* out = SSL_get_wbio(m_ssl.get());
    char* data = nullptr;
    const long size = BIO_get_mem_data(out, &data);
    if (size > 0)
        m_transport->write(std::string_view(data, static_cast<std::size_t>(size)));
    BIO_reset(out);
}

void TlsStream::fail(std::error_code code, const std::string& reason, std::string advice)
{
    end(util::fail(code, "talking to " + peerAddress() + ": " + reason, std::move(advice)));
}

void TlsStream::end(util::Result<void> why)
{
    if (!isOpen())
        return;
    m_deadline.cancel();
    if (m_shaken)
        SSL_shutdown(m_ssl.get());
    ERR_clear_error();
    flush(); // the farewell, or the alert that says why
    m_transport->close();
    m_early.clear();
    m_end.end(std::move(why));
}

void TlsStream::close()
{
    end(util::ok());
    m_end.silence();
    m_reader.reset();
}

util::Result<std::unique_ptr<ByteStream>> makeTls(TlsRole role, util::Scheduler& scheduler,
                                                  std::unique_ptr<ByteStream> transport, const Secret& secret,
                                                  util::Duration timeout)
{
    DBGR_TRY(auto ssl, makeTlsSession(role, secret));
    return std::unique_ptr<ByteStream>(
        std::make_unique<TlsStream>(scheduler, std::move(transport), std::move(ssl), timeout));
}

} // namespace

util::Result<std::unique_ptr<ByteStream>> tlsClient(util::Scheduler& scheduler, std::unique_ptr<ByteStream> transport,
                                                    const Secret& secret, util::Duration timeout)
{
    return makeTls(TlsRole::Client, scheduler, std::move(transport), secret, timeout);
}

util::Result<std::unique_ptr<ByteStream>> tlsServer(util::Scheduler& scheduler, std::unique_ptr<ByteStream> transport,
                                                    const Secret& secret, util::Duration timeout)
{
    return makeTls(TlsRole::Server, scheduler, std::move(transport), secret, timeout);
}

} // namespace dbgr::net
