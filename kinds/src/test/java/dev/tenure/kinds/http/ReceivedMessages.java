package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What comes over a WebSocket, one entry a message. Safe for use by several threads.
final class ReceivedMessages implements WebSocket.Listener {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();

    /// @return text as it is, bytes behind `binary `, the end as `closed CODE`
    String next() throws InterruptedException {
        String message = all.poll(30, TimeUnit.SECONDS);
        assertThat(message).as("a message within half a minute").isNotNull();
        return String.valueOf(message);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            all.add(text.toString());
            text.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        all.add("binary " + StandardCharsets.ISO_8859_1.decode(data));
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        all.add("closed " + status);
        return null;
    }
}
