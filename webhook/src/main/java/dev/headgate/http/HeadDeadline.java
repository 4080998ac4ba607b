package dev.headgate.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;

/**
 * Stands before the decoder of HTTP/1 requests and closes a connection on which the head of a request has begun and does not
 * come to its end in time. A head that arrives in one piece, as nearly all do, costs no timer.
 *
 * <p>A head whose beginning arrives together with the end of the request before it is not noticed; such a connection looks
 * like one that does nothing, and ends like one, by its idle timeout.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {
    private final long deadlineMillis;
    private long reads;
    private long accountedRead;
    private long requests;
    private boolean inRequest;
    private boolean scheduled;

    HeadDeadline(long deadlineMillis) {
        this.deadlineMillis = deadlineMillis;
    }

    /** What was read last has completed the head of a request. */
    void requestBegan() {
        inRequest = true;
        requests++;
        accountedRead = reads;
    }

    /** What was read last has completed the body of that request. */
    void requestEnded() {
        inRequest = false;
        accountedRead = reads;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        reads++;
        context.fireChannelRead(bytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        await(context);
        context.fireChannelReadComplete();
    }

    private void await(ChannelHandlerContext context) {
        if (!inRequest && accountedRead != reads && !scheduled) {
            scheduled = true;
            long seen = requests;
            var _ = context.executor()
                    .schedule(() -> closeUnless(context, seen), deadlineMillis, TimeUnit.MILLISECONDS);
        }
    }

    private void closeUnless(ChannelHandlerContext context, long seen) {
        scheduled = false;
        if (requests == seen) {
            var _ = context.close();
        } else {
            // That head came; another may have begun since, and gets its whole time.
            await(context);
        }
    }
}
