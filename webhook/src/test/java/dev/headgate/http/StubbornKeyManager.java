package dev.headgate.http;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows its certificate whatever the server says it trusts. */
final class StubbornKeyManager extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;

    StubbornKeyManager(KeyManagerFactory factory) {
        keys = (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    private String alias() {
        return keys.getClientAliases("EC", null)[0];
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return alias();
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return alias();
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return new String[] {alias()};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return keys.getPrivateKey(alias);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return new String[0];
    }
}
