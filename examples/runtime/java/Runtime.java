import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The loop of a runtime: admit, start, renew, complete. Standard library only, so it reads the few members it needs with
 * expressions; use the JSON library you have.
 *
 * <p>Usage: HEADGATE_URL=http://127.0.0.1:8470 HEADGATE_TOKEN=quickstart-token java Runtime.java ACTIVATION_ID
 */
public final class Runtime {
    private static final String URL = System.getenv().getOrDefault("HEADGATE_URL", "http://127.0.0.1:8470");
    private static final String TOKEN = System.getenv("HEADGATE_TOKEN");
    /** Unique for each life of this process. */
    private static final String EXECUTOR = "java/" + UUID.randomUUID();

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofMillis(250)).build();

    private Runtime() {}

    public static void main(String[] arguments) throws InterruptedException {
        try {
            run(arguments[0]);
        } catch (Refused refused) {
            System.err.println("refused: " + refused.getMessage());
            System.exit(1);
        }
    }

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    private static void run(String activation) throws InterruptedException, Refused {
        long sent = System.nanoTime(); // every "...In" counts from the first time the request was sent
        String permit = call(
                "/v1/admissions",
                """
                {"activationId": "%s", "payloadBytes": 128, "budget": {"wallTime": "30s"},
                 "target": {"service": "hello", "route": "default", "contract": "hello.v1", "function": "greet"}}
                """
                        .formatted(activation),
                activation,
                sent + TimeUnit.SECONDS.toNanos(10));
        long deadline = sent + nanos(text(permit, "deadlineIn"));
        String path = "/v1/permits/" + text(permit, "permitId");
        // Lease the cell here. If that fails: cancel, and run nothing.
        sent = System.nanoTime();
        String running = call(path + "/start", "{\"executorId\": \"" + EXECUTOR + "\"}", null, deadline);
        // Give it to whoever owns what the work touches: they refuse a lower one.
        String token = text(running, "fencingToken");
        long leaseEnd = sent + nanos(text(running, "expiresIn"));

        var done = new CountDownLatch(1);
        var stop = new AtomicBoolean();
        Thread renewing = Thread.ofVirtual().start(() -> renew(path, token, leaseEnd, deadline, done, stop));
        work(deadline, stop);
        done.countDown();
        renewing.join();
        // Only now, when nothing runs any more and the cell is released.
        String outcome = stop.get() ? "Cancelled" : "Succeeded";
        String settled = call(
                path + "/complete",
                "{\"fencingToken\": \"%s\", \"outcome\": \"%s\"}".formatted(token, outcome),
                null,
                Long.MAX_VALUE);
        System.out.println(activation + " " + text(settled, "state") + " " + text(settled, "outcome"));
    }

    private static void renew(
            String path, String token, long firstLeaseEnd, long deadline, CountDownLatch done, AtomicBoolean stop) {
        long leaseEnd = firstLeaseEnd;
        try {
            for (int sequence = 1; leaseEnd - deadline < 0; sequence++) {
                long pause = Math.max(TimeUnit.MILLISECONDS.toNanos(50), (leaseEnd - System.nanoTime()) / 3);
                if (done.await(pause, TimeUnit.NANOSECONDS)) {
                    return;
                }
                long sent = System.nanoTime();
                String renewed = call(
                        path + "/renew",
                        "{\"fencingToken\": \"%s\", \"renewalSequence\": %d}".formatted(token, sequence),
                        null,
                        deadline);
                leaseEnd = sent + nanos(text(renewed, "expiresIn"));
                if (renewed.contains("\"cancelRequested\":true")) {
                    stop.set(true);
                }
            }
        } catch (Refused | InterruptedException e) {
            stop.set(true);
        }
    }

    /** Stands for what the runtime runs; ends by itself, at its deadline, or when it is told to stop. */
    private static void work(long deadline, AtomicBoolean stop) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
        while (System.nanoTime() - Math.min(end, deadline) < 0 && !stop.get()) {
            Thread.sleep(20);
        }
    }

    /** One request, repeated while that can help: lost connections, 202 and retryable refusals, never past a moment. */
    private static String call(String path, String body, String key, long until) throws InterruptedException, Refused {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(URL + path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", "\"" + key + "\"");
        }
        while (true) {
            long wait = TimeUnit.MILLISECONDS.toNanos(100);
            try {
                HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200 || answer.statusCode() == 201) {
                    return answer.body();
                }
                // 202 is in effect and not durable yet: repeat until 200.
                if (answer.statusCode() != 202) {
                    if (!answer.body().contains("\"retryable\":true")) {
                        throw new Refused(text(answer.body(), "reason") + " " + text(answer.body(), "type"));
                    }
                    wait = nanos(text(answer.body(), "retryAfter"));
                }
            } catch (IOException e) {
                // No answer is no: repeat, with the same key.
            }
            if (until != Long.MAX_VALUE && System.nanoTime() + wait - until >= 0) {
                throw new Refused(path + ": no answer in time");
            }
            TimeUnit.NANOSECONDS.sleep(wait);
        }
    }

    /** A string member, by the first of its name. */
    private static String text(String json, String member) {
        Matcher found = Pattern.compile("\"" + member + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    /** A duration of the interface, such as 1m30s or 250ms. */
    private static long nanos(String duration) {
        long total = 0;
        Matcher part = Pattern.compile("([0-9]+)(ms|h|m|s)").matcher(duration);
        while (part.find()) {
            long amount = Long.parseLong(part.group(1));
            total += switch (part.group(2)) {
                case "ms" -> TimeUnit.MILLISECONDS.toNanos(amount);
                case "s" -> TimeUnit.SECONDS.toNanos(amount);
                case "m" -> TimeUnit.MINUTES.toNanos(amount);
                default -> TimeUnit.HOURS.toNanos(amount);
            };
        }
        return total;
    }
}
