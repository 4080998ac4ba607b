package dev.headgate.http;

import dev.headgate.authority.AdmissionAuthority;
import dev.headgate.identity.Authenticator;
import dev.headgate.journal.DurableLog;
import java.time.Clock;

/**
 * What the server serves: the parts of the node it stands in front of.
 *
 * @param authority over permits
 * @param log in which the authority's records become durable
 * @param authenticator of callers
 * @param readiness of the node
 * @param loadReports takes reports of load
 * @param clock wall clock, for what is shown to people
 */
public record Services(
        AdmissionAuthority authority,
        DurableLog<?> log,
        Authenticator authenticator,
        Readiness readiness,
        LoadReports loadReports,
        Clock clock) {}
