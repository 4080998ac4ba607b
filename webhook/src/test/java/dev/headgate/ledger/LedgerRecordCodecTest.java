package dev.headgate.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Enforcer;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Lease;
import dev.headgate.policy.Profile;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.Subject;
import dev.headgate.policy.ThreadingModel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerRecordCodecTest {
    private final Random random = new Random(20_260_930);

    private static Grant grantOf(LedgerRecord record) {
        return ((LedgerRecord.Whole) record).permit().grant();
    }

    private LedgerRecord decode(byte[] bytes, @Nullable Grant known) throws MalformedRecord {
        return LedgerRecordCodec.decode(
                bytes, id -> known != null && known.permitId().equals(id) ? known : null);
    }

    @Test
    void whatIsEncodedIsDecodedAgain() throws MalformedRecord {
        for (int n = 0; n < 3_000; n++) {
            LedgerRecord.Whole whole = whole();
            assertThat(decode(LedgerRecordCodec.encode(whole), null)).isEqualTo(whole);
            LedgerRecord changed = new LedgerRecord.Changed(n, time(), List.of(state(grantOf(whole))));
            assertThat(decode(LedgerRecordCodec.encode(changed), grantOf(whole)))
                    .isEqualTo(changed);
            LedgerRecord booted = new LedgerRecord.Booted(n, time(), random.nextLong(), random.nextInt(1 << 23));
            assertThat(decode(LedgerRecordCodec.encode(booted), null)).isEqualTo(booted);
        }
    }

    @Test
    void aChangeOfAPermitThatIsNotKnownIsLeftOut() throws MalformedRecord {
        LedgerRecord changed = new LedgerRecord.Changed(1, 2, List.of(state(grantOf(whole()))));

        assertThat(decode(LedgerRecordCodec.encode(changed), null))
                .isEqualTo(new LedgerRecord.Changed(1, 2, List.of()));
    }

    @Test
    void aRecordThatIsCutAnywhereIsRefused() {
        for (int n = 0; n < 20; n++) {
            LedgerRecord.Whole whole = whole();
            byte[] bytes = LedgerRecordCodec.encode(whole);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> decode(cut, null)).isInstanceOf(MalformedRecord.class);
            }
        }
    }

    @Test
    void aRecordThatGoesOnIsRefused() {
        byte[] bytes = LedgerRecordCodec.encode(whole());

        assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length + 1), null))
                .isInstanceOf(MalformedRecord.class)
                .hasMessage("a record goes on after its end");
    }

    @Test
    void bytesOfAnyKindAreARecordInItsOneFormOrRefused() {
        for (int n = 0; n < 20_000; n++) {
            byte[] bytes = LedgerRecordCodec.encode(whole());
            int hits = 1 + random.nextInt(4);
            for (int hit = 0; hit < hits; hit++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                LedgerRecord record = decode(bytes, null);
                assertThat(LedgerRecordCodec.encode(record)).isEqualTo(bytes);
            } catch (MalformedRecord refused) {
                assertThat(refused.getMessage()).startsWith("a record ");
            }
        }
    }

    @Test
    void aNewerVersionIsNamed() {
        byte[] bytes = LedgerRecordCodec.encode(whole());
        bytes[0] = 9;

        assertThatThrownBy(() -> decode(bytes, null))
                .hasMessage("a record is of version 9; this release reads version 1");
    }

    private long time() {
        return random.nextLong(1L << 50);
    }

    private String text() {
        return "t" + Integer.toString(random.nextInt(1 << 20), 36) + (random.nextInt(5) == 0 ? "·é😀" : "");
    }

    private @Nullable String maybe() {
        return random.nextBoolean() ? text() : null;
    }

    private Subject subject() {
        return switch (random.nextInt(5)) {
            case 0 -> new Subject.ServiceAccount(text(), text());
            case 1 -> new Subject.User(text());
            case 2 -> new Subject.SpiffeId("spiffe://" + text());
            case 3 -> new Subject.UnixUser(text());
            default -> new Subject.StaticToken(text());
        };
    }

    private LedgerRecord.Whole whole() {
        long granted = time();
        long deadline = granted + random.nextLong(1L << 45);
        Profile profile = new Profile(
                text(),
                random.nextInt(),
                random.nextInt(),
                pick(Backend.values()),
                pick(ThreadingModel.values()),
                pick(StateModel.values()),
                List.of(text()),
                random.nextInt(100),
                List.of(pick(CellClassName.values())),
                maybe(),
                maybe(),
                random.nextBoolean()
                        ? ExecutionBound.NONE
                        : new ExecutionBound(List.of(pick(Enforcer.values())), random.nextInt(10_000)));
        Grant grant = new Grant(
                PermitIds.of(random.nextLong() >>> 1),
                text(),
                text(),
                subject(),
                maybe(),
                List.of(subject(), subject()),
                new PolicyVersion(text(), random.nextInt(1000), "sha256:" + text()),
                new RevisionIdentity(text(), text(), text(), text(), text(), text()),
                text(),
                profile,
                pick(CellClassName.values()),
                1 + random.nextInt(8),
                text(),
                random.nextInt(10),
                random.nextInt(1 << 20),
                new Lease(random.nextInt(10_000), random.nextInt(10_000), random.nextInt(10_000)),
                new Budget(random.nextInt(10_000), random.nextInt(10_000), random.nextLong(1L << 40)),
                granted,
                deadline,
                granted + (deadline - granted) / 2,
                time(),
                time());
        return new LedgerRecord.Whole(
                random.nextLong() >>> 1,
                time(),
                random.nextLong(),
                state(grant),
                random.nextBoolean() ? new IdempotencyKey(text(), random.nextLong(), random.nextLong()) : null,
                maybe());
    }

    private Permit state(Grant grant) {
        long token = random.nextLong() >>> 1;
        Execution execution = new Execution(
                text(),
                subject(),
                random.nextBoolean() ? Execution.NEVER : time(),
                random.nextBoolean() ? Execution.NEVER : time());
        return switch (random.nextInt(4)) {
            case 0 -> new Permit.Queued(grant, token);
            case 1 -> new Permit.Executing(grant, token, execution, time(), random.nextInt(100), random.nextBoolean());
            case 2 ->
                new Permit.Uncertain(
                        grant,
                        token,
                        execution,
                        time(),
                        random.nextInt(100),
                        random.nextBoolean(),
                        pick(Doubt.values()),
                        time());
            default ->
                new Permit.Settled(
                        grant,
                        token,
                        random.nextBoolean() ? execution : null,
                        random.nextBoolean(),
                        pick(SettlementCause.values()),
                        random.nextBoolean()
                                ? new Completion(pick(Outcome.values()), random.nextBoolean(), -1, random.nextInt(9))
                                : null,
                        maybe(),
                        time());
        };
    }

    private <E> E pick(E[] values) {
        return values[random.nextInt(values.length)];
    }
}
