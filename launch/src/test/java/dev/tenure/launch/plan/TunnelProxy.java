package dev.tenure.launch.plan;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.Published;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// An HTTP proxy that makes tunnels to this machine.
final class TunnelProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    private final Published<String> asked = new Published<>("");

    TunnelProxy() throws IOException {
        Background.run("proxy", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /// The last line by which a tunnel was asked for.
    String asked() {
        return asked.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Background.run("tunnel", () -> tunnel(client));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void tunnel(Socket client) {
        try {
            String first = line(client.getInputStream());
            asked.publish(first);
            while (!line(client.getInputStream()).isEmpty()) {
                // the rest of the request
            }
            String target = first.split(" ")[1];
            var server = new Socket(
                    InetAddress.getLoopbackAddress(), Integer.parseInt(target.substring(target.lastIndexOf(':') + 1)));
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Background.run("up", () -> copy(client, server));
            copy(server, client);
        } catch (IOException _) {
            // one side has gone
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // one side has gone
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
