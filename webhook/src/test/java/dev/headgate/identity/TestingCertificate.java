package dev.headgate.identity;

import java.math.BigInteger;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** A certificate that names whom a test says, and has nothing else. */
@SuppressWarnings("deprecation") // two of the methods that a certificate must have
final class TestingCertificate extends X509Certificate {
    private static final long serialVersionUID = 1;

    static final int DNS_NAME = 2;
    static final int URI_NAME = 6;

    private final X500Principal subject;
    private final transient List<List<?>> alternativeNames = new ArrayList<>();
    private boolean authority;
    private boolean garbled;

    TestingCertificate(String subject) {
        this.subject = new X500Principal(subject);
    }

    TestingCertificate with(int kind, String name) {
        alternativeNames.add(List.of(kind, name));
        return this;
    }

    TestingCertificate ofAnAuthority() {
        authority = true;
        return this;
    }

    TestingCertificate withGarbledNames() {
        garbled = true;
        return this;
    }

    @Override
    public X500Principal getSubjectX500Principal() {
        return subject;
    }

    @Override
    public @Nullable Collection<List<?>> getSubjectAlternativeNames() throws CertificateParsingException {
        if (garbled) {
            throw new CertificateParsingException();
        }
        return alternativeNames.isEmpty() ? null : List.copyOf(alternativeNames);
    }

    @Override
    public int getBasicConstraints() {
        return authority ? 0 : -1;
    }

    @Override
    public void checkValidity() {
        throw unused();
    }

    @Override
    public void checkValidity(Date date) {
        throw unused();
    }

    @Override
    public int getVersion() {
        throw unused();
    }

    @Override
    public BigInteger getSerialNumber() {
        throw unused();
    }

    @Override
    public Principal getIssuerDN() {
        throw unused();
    }

    @Override
    public Principal getSubjectDN() {
        throw unused();
    }

    @Override
    public Date getNotBefore() {
        throw unused();
    }

    @Override
    public Date getNotAfter() {
        throw unused();
    }

    @Override
    public byte[] getTBSCertificate() {
        throw unused();
    }

    @Override
    public byte[] getSignature() {
        throw unused();
    }

    @Override
    public String getSigAlgName() {
        throw unused();
    }

    @Override
    public String getSigAlgOID() {
        throw unused();
    }

    @Override
    public byte[] getSigAlgParams() {
        throw unused();
    }

    @Override
    public boolean[] getIssuerUniqueID() {
        throw unused();
    }

    @Override
    public boolean[] getSubjectUniqueID() {
        throw unused();
    }

    @Override
    public boolean[] getKeyUsage() {
        throw unused();
    }

    @Override
    public byte[] getEncoded() {
        throw unused();
    }

    @Override
    public void verify(PublicKey key) {
        throw unused();
    }

    @Override
    public void verify(PublicKey key, String sigProvider) {
        throw unused();
    }

    @Override
    public PublicKey getPublicKey() {
        throw unused();
    }

    @Override
    public boolean hasUnsupportedCriticalExtension() {
        throw unused();
    }

    @Override
    public Set<String> getCriticalExtensionOIDs() {
        throw unused();
    }

    @Override
    public Set<String> getNonCriticalExtensionOIDs() {
        throw unused();
    }

    @Override
    public byte[] getExtensionValue(String oid) {
        throw unused();
    }

    @Override
    public String toString() {
        return subject.toString();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("who it names is all that counts");
    }
}
