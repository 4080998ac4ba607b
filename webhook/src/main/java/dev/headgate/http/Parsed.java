package dev.headgate.http;

import java.util.function.Function;

/** A request that was read, or what is wrong with its form. */
sealed interface Parsed<T> {
    record Read<T>(T value) implements Parsed<T> {}

    record Malformed<T>(FormError error) implements Parsed<T> {}

    default <R> Parsed<R> map(Function<? super T, ? extends R> function) {
        return switch (this) {
            case Read<T>(T value) -> new Read<>(function.apply(value));
            case Malformed<T>(FormError error) -> new Malformed<>(error);
        };
    }
}
