package dev.headgate.admission;

/** The answer of {@link RevisionCheck}: the revision on its route, or why there is none. */
sealed interface RevisionChoice permits PinnedRouteRevision, Rejection {}
