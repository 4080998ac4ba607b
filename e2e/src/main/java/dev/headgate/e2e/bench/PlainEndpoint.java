package dev.headgate.e2e.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;

/**
 * What the node endpoint is measured against: the least that a Vert.x server can do for the same traffic. It parses the body as
 * JSON and answers JSON of the same size as Headgate's answer; it decides and keeps nothing.
 *
 * <p>Arguments: port, bytes of an answer with 201, bytes of an answer with 200.
 */
public final class PlainEndpoint extends AbstractVerticle {
    private final int port;
    private final String createdText;
    private final String okText;

    private PlainEndpoint(int port, int createdBytes, int okBytes) {
        this.port = port;
        this.createdText = "x".repeat(Math.max(0, createdBytes - 40));
        this.okText = "x".repeat(Math.max(0, okBytes - 40));
    }

    @Override
    public void start(Promise<Void> started) {
        vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(port))
                .requestHandler(request -> request.body().onSuccess(body -> {
                    JsonObject parsed = body.length() == 0 ? new JsonObject() : new JsonObject(body);
                    boolean created = "/v1/admissions".equals(request.path());
                    Buffer answer = new JsonObject()
                            .put("id", parsed.getString("activationId", ""))
                            .put("text", created ? createdText : okText)
                            .toBuffer();
                    request.response()
                            .setStatusCode(created ? 201 : 200)
                            .putHeader("content-type", "application/json")
                            .end(answer);
                }))
                .listen()
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /** Serves until the process is ended. */
    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        int createdBytes = Integer.parseInt(arguments[1]);
        int okBytes = Integer.parseInt(arguments[2]);
        Vertx.vertx()
                .deployVerticle(
                        () -> new PlainEndpoint(port, createdBytes, okBytes), new DeploymentOptions().setInstances(2))
                .onFailure(failure -> {
                    System.err.println(failure.getMessage());
                    System.exit(1);
                });
    }
}
