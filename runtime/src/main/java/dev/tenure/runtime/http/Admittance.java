package dev.tenure.runtime.http;

import java.nio.channels.SelectableChannel;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.AbstractConnector;

/// Who has come in through a connector and has not gone: at so many it accepts nobody until one has gone, and
/// whoever is not accepted waits in the kernel. Jetty's own `NetworkConnectionLimit` closes whoever comes in
/// while it stops accepting, and counts: here each channel stands in a set, so that whatever Jetty tells of
/// it, and how often, its place is given back once. Safe for use by several threads.
final class Admittance implements SelectorManager.AcceptListener {
    private final int max;
    private final AbstractConnector connector;

    /// Guarded by itself.
    private final Set<SelectableChannel> inside = new HashSet<>();

    /// @param max one more may come in, which is on its way when the connector is told to stop
    Admittance(int max, AbstractConnector connector) {
        this.max = max;
        this.connector = connector;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        synchronized (inside) {
            inside.add(channel);
            settle();
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        gone(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        gone(channel);
    }

    private void gone(SelectableChannel channel) {
        synchronized (inside) {
            inside.remove(channel);
            settle();
        }
    }

    private void settle() {
        boolean room = inside.size() < max;
        if (connector.isAccepting() != room) {
            connector.setAccepting(room);
        }
    }

    int count() {
        synchronized (inside) {
            return inside.size();
        }
    }
}
