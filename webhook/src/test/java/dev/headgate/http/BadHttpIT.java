package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.ledger.PermitState;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rows of the bad-input table that are about HTTP/1 (design page 7), over raw sockets. None of them changes the ledger. */
class BadHttpIT {
    private static final String HOST = "Host: localhost\r\n";
    private static final String TOKEN = "Authorization: Bearer " + TestingAuthenticator.RUNTIME_TOKEN + "\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static TestingServer server;

    @BeforeAll
    static void start() {
        server = new TestingServer(
                List.of(new Listener.Plain("127.0.0.1", 0)), options -> options.withTimes(700, 120, 60));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void nothingWasAdmitted() {
        assertThat(server.node.authority.permits(PermitState.QUEUED)).isZero();
    }

    /** Sends a request that must be the last of its connection, with a second one smuggled behind it. */
    private static String onlyStatus(String request) {
        try (RawConnection connection = new RawConnection(server.port())) {
            return connection
                    .send(request + "GET /livez HTTP/1.1\r\n" + HOST + "\r\n")
                    .onlyStatus();
        }
    }

    /** Sends a request on a connection that stays open. */
    private static String status(String request) {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answer = connection.send(request).answer();
            assertThat(answer).containsIgnoringCase("headgate-reason: malformed-request");
            String second =
                    connection.send("GET /livez HTTP/1.1\r\n" + HOST + "\r\n").answer();
            assertThat(second).startsWith("HTTP/1.1 200");
            return answer.substring(0, answer.indexOf("\r\n"));
        }
    }

    private static String admission(String headers, String body) {
        return "POST /v1/admissions HTTP/1.1\r\n" + HOST + TOKEN + JSON + headers + "\r\n" + body;
    }

    @Test
    void twoDifferentContentLengthsAre400AndClose() {
        assertThat(onlyStatus(admission("Content-Length: 2\r\nContent-Length: 3\r\n", "{}")))
                .contains(" 400 ");
    }

    @Test
    void aListOfContentLengthsIs400AndCloses() {
        assertThat(onlyStatus(admission("Content-Length: 2, 3\r\n", "{}"))).contains(" 400 ");
    }

    @Test
    void aContentLengthWithASignIs400AndCloses() {
        assertThat(onlyStatus(admission("Content-Length: +2\r\n", "{}"))).contains(" 400 ");
    }

    @Test
    void aNegativeContentLengthIs400AndCloses() {
        assertThat(onlyStatus(admission("Content-Length: -2\r\n", "{}"))).contains(" 400 ");
    }

    @Test
    void aContentLengthInHexIs400AndCloses() {
        assertThat(onlyStatus(admission("Content-Length: 0x2\r\n", "{}"))).contains(" 400 ");
    }

    @Test
    void aTransferEncodingBesideAContentLengthIs400AndCloses() {
        assertThat(onlyStatus(admission("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void aTransferEncodingOnHttp10Is400AndCloses() {
        assertThat(onlyStatus("POST /v1/admissions HTTP/1.0\r\n" + HOST + TOKEN + JSON
                        + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"))
                .contains(" 400 ");
    }

    @Test
    void aDoubledTransferEncodingIs400AndCloses() {
        assertThat(onlyStatus(admission(
                        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void anUnknownTransferEncodingBesideChunkedIs400AndCloses() {
        assertThat(onlyStatus(admission("Transfer-Encoding: chunked, xchunked\r\n", "2\r\n{}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void aSpaceBeforeTheColonOfTransferEncodingIs400AndCloses() {
        assertThat(onlyStatus(admission("Transfer-Encoding : chunked\r\n", "2\r\n{}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void aBadChunkSizeIs400AndCloses() {
        assertThat(onlyStatus(admission("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void aChunkLongerThanItsSizeIs400AndCloses() {
        assertThat(onlyStatus(admission("Transfer-Encoding: chunked\r\n", "2\r\n{}}\r\n0\r\n\r\n")))
                .contains(" 400 ");
    }

    @Test
    void aBareLineFeedIs400AndCloses() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\n" + HOST + TOKEN + "\r\n"))
                .contains(" 400 ");
    }

    @Test
    void aBareLineFeedBehindAHeaderIs400AndCloses() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n"))
                .contains(" 400 ");
    }

    @Test
    void aNulInAHeaderIs400AndCloses() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\n" + HOST + "X: a\0b\r\n\r\n"))
                .contains(" 400 ");
    }

    @Test
    void noHostIs400AndCloses() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\n" + TOKEN + "\r\n")).contains(" 400 ");
    }

    @Test
    void twoHostsAre400AndClose() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\n" + HOST + HOST + TOKEN + "\r\n"))
                .contains(" 400 ");
    }

    @Test
    void aMalformedHostIs400AndCloses() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\nHost: a b\r\n" + TOKEN + "\r\n"))
                .contains(" 400 ");
    }

    @Test
    void anUnknownHostIs421() {
        assertThat(status("GET /v1/permits HTTP/1.1\r\nHost: attacker.example\r\n" + TOKEN + "\r\n"))
                .contains(" 421 ");
    }

    @Test
    void aConfiguredHostIsServedWhateverItsCaseAndPort() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection
                            .send("GET /livez HTTP/1.1\r\nHost: Headgate.Example:8470\r\n\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aUriLongerThan4KilobytesIs414() {
        assertThat(onlyStatus("GET /v1/permits?tenant=" + "a".repeat(4_080) + " HTTP/1.1\r\n" + HOST + TOKEN + "\r\n"))
                .contains(" 414 ");
    }

    @Test
    void aUriFarLongerThan4KilobytesIs414() {
        assertThat(onlyStatus("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n" + HOST + TOKEN + "\r\n"))
                .contains(" 414 ");
    }

    @Test
    void headersLongerThan8KilobytesAre431() {
        assertThat(onlyStatus("GET /v1/permits HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(8_200) + "\r\n\r\n"))
                .contains(" 431 ");
    }

    @Test
    void aHeadThatStallsIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.send("GET /livez HTTP/1.1\r\nHost: loc").untilClosed())
                    .isEmpty();
        }
    }

    @Test
    void aSecondHeadThatStallsIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /livez HTTP/1.1\r\n" + HOST + "\r\n").answer();

            assertThat(connection.send("GET /livez HTTP/1.1\r\nHost: loc").untilClosed())
                    .isEmpty();
        }
    }

    @Test
    void aBodyThatStallsIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.send(admission("Content-Length: 10\r\n", "{")).untilClosed())
                    .isEmpty();
        }
    }

    @Test
    void aChunkThatStallsIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection
                            .send(admission("Transfer-Encoding: chunked\r\n", "5\r\n{"))
                            .untilClosed())
                    .isEmpty();
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.untilClosed()).isEmpty();
        }
    }

    @Test
    void aPrefaceThatStallsIsClosed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection.send("PRI * HT").untilClosed()).isEmpty();
        }
    }

    @Test
    void aConnectionBetweenRequestsOutlivesTheDeadlineOfARequest() throws InterruptedException {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /livez HTTP/1.1\r\n" + HOST + "\r\n").answer();
            connection
                    .send(admission("Content-Length: 10\r\n", "{"))
                    .send("}".repeat(9))
                    .answer();

            Thread.sleep(1_500);

            assertThat(connection
                            .send("GET /livez HTTP/1.1\r\n" + HOST + "\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aBodyAnnouncedAsLongerThan64KilobytesIs413() {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection
                            .send(admission("Content-Length: 65537\r\n", ""))
                            .onlyStatus())
                    .contains(" 413 ");
        }
    }

    @Test
    void aChunkedBodyLongerThan64KilobytesIs413() {
        String chunk = "1000\r\n" + " ".repeat(4_096) + "\r\n";
        assertThat(onlyStatus(admission("Transfer-Encoding: chunked\r\n", chunk.repeat(17) + "0\r\n\r\n")))
                .contains(" 413 ");
    }

    @Test
    void aBodyOfExactly64KilobytesIsRead() {
        String body = "{" + " ".repeat(65_534) + "}";
        assertThat(status(admission("Content-Length: 65536\r\n", body))).contains(" 400 ");
    }

    @Test
    void aCompressedBodyIs415() {
        assertThat(status(admission("Content-Encoding: gzip\r\nContent-Length: 2\r\n", "{}")))
                .contains(" 415 ");
    }

    @Test
    void anotherContentTypeIs415() {
        assertThat(status("POST /v1/admissions HTTP/1.1\r\n" + HOST + TOKEN
                        + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}"))
                .contains(" 415 ");
    }

    @Test
    void noContentTypeIs415() {
        assertThat(status("POST /v1/admissions HTTP/1.1\r\n" + HOST + TOKEN + "Content-Length: 2\r\n\r\n{}"))
                .contains(" 415 ");
    }

    @Test
    void anAnswerThatIsNotAcceptedIs406() {
        assertThat(status("GET /v1/permits HTTP/1.1\r\n" + HOST + TOKEN + "Accept: text/html\r\n\r\n"))
                .contains(" 406 ");
    }

    @Test
    void anExpectationIs417() {
        assertThat(onlyStatus(admission("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}")))
                .contains(" 417 ");
    }

    @Test
    void anotherMethodIs405WithTheOneThatIsAllowed() {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answer = connection
                    .send("DELETE /v1/admissions HTTP/1.1\r\n" + HOST + TOKEN + "\r\n")
                    .answer();

            assertThat(answer).startsWith("HTTP/1.1 405").containsIgnoringCase("\r\nallow: POST\r\n");
        }
    }

    @Test
    void anUnknownPathIs404() {
        assertThat(status("GET /v2/permits HTTP/1.1\r\n" + HOST + TOKEN + "\r\n"))
                .contains(" 404 ");
    }

    @Test
    void twoAuthorizationsAre400() {
        assertThat(status("GET /v1/permits HTTP/1.1\r\n" + HOST + TOKEN + TOKEN + "\r\n"))
                .contains(" 400 ");
    }

    @Test
    void aBodyOfARequestThatHasNoneIs400() {
        assertThat(status("GET /v1/permits HTTP/1.1\r\n" + HOST + TOKEN + "Content-Length: 2\r\n\r\n{}"))
                .contains(" 400 ");
    }

    @Test
    void headersInAnotherOrderAndCaseMeanTheSame() {
        String body = "{\"tenant\":\"acme\",\"activationId\":\"none\"}";
        try (RawConnection connection = new RawConnection(server.port())) {
            String answer = connection
                    .send("POST /v1/cancellations HTTP/1.1\r\nCONTENT-LENGTH: " + body.length()
                            + "\r\ncontent-type: application/json; charset=UTF-8\r\nauthorization: bearer "
                            + TestingAuthenticator.RUNTIME_TOKEN + "\r\nhOST: 127.0.0.1:1\r\n\r\n" + body)
                    .answer();

            assertThat(answer).startsWith("HTTP/1.1 404").contains("permit-not-found");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() {
        try (RawConnection connection = new RawConnection(server.port())) {
            connection.send("GET /livez HTTP/1.1\r\n" + HOST + "\r\nGET /nowhere HTTP/1.1\r\n" + HOST + "\r\n");

            assertThat(connection.answer()).startsWith("HTTP/1.1 200");
            assertThat(connection.answer()).startsWith("HTTP/1.1 404");
        }
    }
}
