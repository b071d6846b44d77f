package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Takes orders from the owner of the data directory over a Unix socket: one line in, one line out, `ok`
/// or `error: …`.
public final class ControlServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ControlServer.class.getPackageName());
    private static final int LINE_BYTES_MAX = 1_024;
    /// After a caller could not be let in, for example for want of file descriptors.
    private static final GrowingPause AFTER_FAILURE = new GrowingPause(Duration.ofMillis(100), Duration.ofSeconds(30));

    /// Where callers come from, and how one rests.
    interface Door {
        /// The next caller; waits for one.
        ///
        /// @throws IOException when none can be let in, now or any more
        SocketChannel next() throws IOException;

        boolean isOpen();

        void rest(Duration length);
    }

    private record SocketDoor(ServerSocketChannel server, TimeSource time) implements Door {
        @Override
        public SocketChannel next() throws IOException {
            return server.accept();
        }

        @Override
        public boolean isOpen() {
            return server.isOpen();
        }

        @Override
        public void rest(Duration length) {
            Pause.of(length, time);
        }
    }

    private final Path path;
    private final ServerSocketChannel server;

    private ControlServer(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /// Listens at `path`; each order is answered by `orders` on a thread of its own.
    ///
    /// @throws IOException when the socket cannot be made, for example because its path is too long
    public static ControlServer start(Path path, UnaryOperator<String> orders) throws IOException {
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        PrivateFiles.tighten(path);
        var control = new ControlServer(path, server);
        var door = new SocketDoor(server, new SystemTime());
        Background.run(
                "control", () -> accept(door, caller -> Background.run("control-order", () -> answer(caller, orders))));
        return control;
    }

    /// Lets callers in until the door is closed. While none can be let in it tries again, ever less often,
    /// and tells it once.
    static void accept(Door door, Consumer<SocketChannel> callers) {
        int failures = 0;
        while (door.isOpen()) {
            try {
                callers.accept(door.next());
                failures = 0;
            } catch (AsynchronousCloseException _) {
                return;
            } catch (IOException e) {
                failures++;
                if (failures == 1 && door.isOpen()) {
                    LOG.log(System.Logger.Level.WARNING, "orders cannot be taken for now: {0}", IoWords.of(e));
                }
                door.rest(AFTER_FAILURE.after(failures));
            }
        }
    }

    private static void answer(SocketChannel caller, UnaryOperator<String> orders) {
        try (caller) {
            String answer = answer(readLine(caller), orders);
            caller.write(ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException _) {
            // the caller has gone; there is nobody to tell
        }
    }

    /// A fault is told to whoever gave the order, and stands in the log.
    private static String answer(String order, UnaryOperator<String> orders) {
        try {
            return orders.apply(order);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "order \"" + order + "\" failed", e);
            return "error: order \"%s\" failed: %s".formatted(order, e);
        }
    }

    /// Has the server of a data directory carry out an order.
    ///
    /// @throws IOException when nobody takes orders there
    /// @throws CommandFailure when the server does not carry it out; it says why
    public static void order(DataDirectory directory, String order) throws IOException {
        String answer;
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.control()))) {
            channel.write(ByteBuffer.wrap((order + "\n").getBytes(StandardCharsets.UTF_8)));
            answer = readLine(channel);
        }
        if (!answer.equals("ok")) {
            throw new CommandFailure(ExitCode.FAILED, answer.replaceFirst("^error: ", ""));
        }
    }

    private static String readLine(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(LINE_BYTES_MAX);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            int last = buffer.position() - 1;
            if (last >= 0 && buffer.get(last) == '\n') {
                break;
            }
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        try {
            server.close();
            Files.deleteIfExists(path);
        } catch (IOException _) {
            // the next start removes a socket that was left behind
        }
    }
}
