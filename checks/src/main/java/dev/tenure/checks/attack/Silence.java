package dev.tenure.checks.attack;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/// Connections on which nothing is ever said.
///
/// @param count of connections
record Silence(int count) implements Attack {
    @Override
    public String name() {
        return count + " connections that say nothing";
    }

    @Override
    public Siege begin(Victim victim) {
        List<Socket> sockets = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < count; i++) {
            try {
                sockets.add(victim.connect());
            } catch (IOException _) {
                refused++;
            }
        }
        int notLetIn = refused;
        return new Siege() {
            @Override
            public Held held() {
                int open = (int) sockets.stream().filter(Silence::isOpen).count();
                return new Held(open == 0, "%d are open, %d were not let in".formatted(open, notLetIn));
            }

            @Override
            public void close() {
                for (Socket socket : sockets) {
                    try {
                        socket.close();
                    } catch (IOException _) {
                        // it is gone either way
                    }
                }
            }
        };
    }

    private static boolean isOpen(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
