package dev.headgate.policy;

import org.jspecify.annotations.Nullable;

/**
 * A subject that a tenant allows to admit work.
 *
 * @param subject exact identity
 * @param serviceIdentity the service it speaks for; required for service accounts and SPIFFE identities
 * @param delegation whether it may name an end user
 * @param nodeLimits what its permits may hold on one node; {@link HeldLimits#NONE} where a limit is not declared
 */
public record TenantSubject(
        Subject subject, @Nullable String serviceIdentity, Delegation delegation, HeldLimits nodeLimits) {}
