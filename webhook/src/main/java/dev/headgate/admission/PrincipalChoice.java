package dev.headgate.admission;

/** The answer of {@link PrincipalCheck}: who of which tenant asks, or why nobody may. */
sealed interface PrincipalChoice permits PinnedPrincipal, Rejection {}
