// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/security.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_security {

using namespace dbgr::pmix;

class TestSecurity : public QObject
{
    Q_OBJECT

private slots:
    void nativeSaysUserAndGroupInThisMachinesOrder()
    {
        const std::uint32_t ids[] = {1000, 100};
        QCOMPARE(makeCredential("native", {1000, 100}).value(),
                 std::string(reinterpret_cast<const char*>(ids), sizeof ids));
    }
    void noneSaysNothing() { QCOMPARE(makeCredential("none", {1, 1}).value(), std::string()); }
    void otherModulesAreNotSupported()
    {
        QCOMPARE(makeCredential("munge", {1, 1}).error().code, make_error_code(Status::ErrNotSupported));
        QCOMPARE(checkCredential("none", "", 1).error().code, make_error_code(Status::ErrNotSupported));
    }
    void theUserMustBeTheOneExpected()
    {
        const std::string credential = makeCredential("native", {1000, 100}).value();
        QVERIFY(checkCredential("native", credential, 1000));
        QCOMPARE(checkCredential("native", credential, 0).error().code, make_error_code(Status::ErrInvalidCred));
    }
    void aCredentialHasEightBytes()
    {
        const std::string credential = makeCredential("native", {0, 0}).value();
        for (const std::string& wrong : {std::string(), credential.substr(1), credential + '\0'})
            QCOMPARE(checkCredential("native", wrong, 0).error().code, make_error_code(Status::ErrInvalidCred));
    }
};

DBGR_TEST(TestSecurity);

} // namespace tst_security

#include "tst_security.moc"
