package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.PrivateFiles;
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
import java.util.function.UnaryOperator;

/// Takes orders from the owner of the data directory over a Unix socket: one line in, one line out, `ok`
/// or `error: …`.
public final class ControlServer implements AutoCloseable {
    private static final int LINE_BYTES_MAX = 1_024;

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
        Background.run("control", () -> control.accept(orders));
        return control;
    }

    private void accept(UnaryOperator<String> orders) {
        while (server.isOpen()) {
            try {
                SocketChannel caller = server.accept();
                Background.run("control-order", () -> answer(caller, orders));
            } catch (AsynchronousCloseException _) {
                return;
            } catch (IOException _) {
                if (!server.isOpen()) {
                    return;
                }
            }
        }
    }

    private static void answer(SocketChannel caller, UnaryOperator<String> orders) {
        try (caller) {
            String order = readLine(caller);
            caller.write(ByteBuffer.wrap((orders.apply(order) + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException _) {
            // the caller has gone; there is nobody to tell
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
