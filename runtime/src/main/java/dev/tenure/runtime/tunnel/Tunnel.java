package dev.tenure.runtime.tunnel;

import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;

/// A connection of a client that, from now on, is nothing but bytes to and from a peer. Two threads of its
/// own copy; the end of one direction is passed on, the end of both closes both. What a peer that takes no
/// more has said before it went still reaches the client.
final class Tunnel extends AbstractConnection implements Connection.UpgradeTo {
    private static final int CHUNK = 32 * 1024;

    private final Socket peer;
    private final byte[] first;
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    /// @param first what the peer has sent already
    Tunnel(EndPoint client, Executor executor, Socket peer, byte[] first) {
        super(client, executor);
        this.peer = peer;
        this.first = first;
    }

    /// What the client has sent already.
    @Override
    public void onUpgradeTo(ByteBuffer buffer) {
        early = BufferUtil.copy(buffer);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(-1);
        Background.run("tunnel-to-peer", this::toPeer);
        Background.run("tunnel-to-client", this::toClient);
    }

    /// Reading is driven by a thread, not by callbacks.
    @Override
    public void onFillable() {}

    private void toPeer() {
        try {
            boolean taken = pass(BufferUtil.toArray(early));
            ByteBuffer buffer = BufferUtil.allocate(CHUNK);
            while (true) {
                BufferUtil.clear(buffer);
                int read = getEndPoint().fill(buffer);
                if (read < 0) {
                    break;
                }
                if (read == 0) {
                    awaitClient();
                } else {
                    taken = taken && pass(BufferUtil.toArray(buffer));
                }
            }
            if (taken) {
                peer.shutdownOutput();
            }
        } catch (IOException | RuntimeException _) {
            end();
        }
    }

    /// @return false when the peer takes no more
    private boolean pass(byte[] bytes) {
        try {
            OutputStream out = peer.getOutputStream();
            out.write(bytes);
            out.flush();
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private void awaitClient() throws IOException {
        try (Blocker.Callback ready = Blocker.callback()) {
            getEndPoint().fillInterested(ready);
            ready.block();
        }
    }

    private void toClient() {
        try {
            send(first, first.length);
            byte[] chunk = new byte[CHUNK];
            for (int n = peer.getInputStream().read(chunk);
                    n >= 0;
                    n = peer.getInputStream().read(chunk)) {
                send(chunk, n);
            }
        } catch (IOException | RuntimeException _) {
            end();
            return;
        }
        end();
    }

    private void send(byte[] bytes, int length) throws IOException {
        if (length == 0) {
            return;
        }
        try (Blocker.Callback sent = Blocker.callback()) {
            getEndPoint().write(sent, ByteBuffer.wrap(bytes, 0, length));
            sent.block();
        }
    }

    private void end() {
        try {
            peer.close();
        } catch (IOException _) {
            // it is closed already
        }
        getEndPoint().close();
    }
}
