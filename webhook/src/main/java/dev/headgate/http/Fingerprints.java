package dev.headgate.http;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.admission.Selection;
import dev.headgate.ledger.IdempotencyKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether two admissions under one {@code Idempotency-Key} ask for the same. Deadline and attributes are left out: a
 * repetition has less time left, and another trace (design page 13, "HTTP").
 */
final class Fingerprints {
    /** The longest key, in characters. */
    static final int MAX_KEY = 255;

    private final MessageDigest digest;

    private Fingerprints() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The key of a header: a string of structured fields, or its bare text.
     *
     * @return null if it is malformed
     */
    static @Nullable String key(String header) {
        String text = header.strip();
        boolean quoted = text.length() >= 2 && text.charAt(0) == '"' && text.charAt(text.length() - 1) == '"';
        StringBuilder key = new StringBuilder(text.length());
        int end = quoted ? text.length() - 1 : text.length();
        for (int at = quoted ? 1 : 0; at < end; at++) {
            char next = text.charAt(at);
            if (quoted && next == '\\') {
                at++;
                if (at == end || (text.charAt(at) != '"' && text.charAt(at) != '\\')) {
                    return null;
                }
                next = text.charAt(at);
            } else if (next == '"' || next == '\\') {
                return null;
            }
            if (next > '~' || next < ' ' || (next == ' ' && !quoted)) {
                return null;
            }
            key.append(next);
        }
        return key.isEmpty() || key.length() > MAX_KEY ? null : key.toString();
    }

    /** A request under a key. */
    static AdmissionRequest keyed(AdmissionRequest request, String key) {
        ByteBuffer hash = ByteBuffer.wrap(new Fingerprints().of(request));
        return request.withKey(new IdempotencyKey(key, hash.getLong(), hash.getLong()));
    }

    private byte[] of(AdmissionRequest request) {
        text(request.activationId());
        text(request.tenant());
        text(request.onBehalfOf());
        switch (request.selection()) {
            case Selection.Target target -> {
                text("target");
                text(target.service());
                text(target.route());
                text(target.contract());
                text(target.function());
                text(target.routingKey());
            }
            case Selection.Presented presented -> {
                RevisionTuple tuple = presented.tuple();
                text("revision");
                text(tuple.tenant());
                text(tuple.service());
                text(tuple.route());
                text(tuple.contract());
                text(tuple.function());
                text(tuple.revision());
                text(tuple.release());
                number(tuple.generation());
                text(tuple.digest());
            }
        }
        number(request.priority());
        number(request.payloadBytes());
        RequestedBudget budget = request.budget();
        number(budget.wallTimeMillis());
        number(budget.cpuFuel());
        number(budget.memoryBytes());
        number(budget.hostCalls());
        number(budget.networkBytes());
        number(budget.storageBytes());
        number(budget.childActivations());
        number(budget.acceleratorTimeMillis());
        text(request.startExecutorId());
        return digest.digest();
    }

    /** With its length in front, so that no two lists of texts are alike. */
    private void text(@Nullable String value) {
        if (value == null) {
            number(-1);
            return;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(long value) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(value).flip());
    }
}
