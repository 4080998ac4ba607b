package dev.headgate.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a list whose entries are told apart by these fields ({@code x-kubernetes-list-type: map}); other lists are atomic. */
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface MapList {
    /** Names of the key fields. */
    String[] value();
}
