package dev.headgate.http;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the form of a request (design page 2, step 0). Its words are this project's own; nothing of the request
 * is in them.
 *
 * @param status of HTTP
 * @param detail what is wrong
 * @param field the schema path of what is wrong, or null where it is not a field
 * @param closes whether the connection can carry no further request
 */
record FormError(int status, String detail, @Nullable String field, boolean closes) {
    static FormError of(int status, String detail) {
        return new FormError(status, detail, null, false);
    }

    static FormError closing(int status, String detail) {
        return new FormError(status, detail, null, true);
    }

    static FormError at(String field, String detail) {
        return new FormError(400, detail, field, false);
    }
}
