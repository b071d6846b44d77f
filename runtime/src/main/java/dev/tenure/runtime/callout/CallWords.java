package dev.tenure.runtime.callout;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Why a call failed, in the words that Go's net/http has for it.
final class CallWords {
    private static final String ALERT = "Received fatal alert: ";

    private CallWords() {}

    static String of(IOException e, Callee callee) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof StrangerException stranger) {
                return "tls: failed to verify certificate: " + stranger.getMessage();
            }
        }
        return switch (e) {
            case UnknownHostException _ -> unknownHost(callee);
            case ConnectException refused -> dial(refused, callee);
            case NoRouteToHostException _ -> "dial tcp %s: connect: no route to host".formatted(dialled(callee));
            case SSLException tls -> tls(tls);
            default -> broken(e, callee);
        };
    }

    private static String unknownHost(Callee callee) {
        return "dial tcp: lookup %s: no such host".formatted(callee.address().getHost());
    }

    private static String dial(ConnectException e, Callee callee) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return unknownHost(callee);
            }
        }
        String written = Optional.ofNullable(e.getMessage()).orElse("Connection refused");
        String why = written.endsWith("unreachable")
                ? "network is unreachable"
                : written.contains("timed out") ? "connection timed out" : "connection refused";
        return "dial tcp %s: connect: %s".formatted(dialled(callee), why);
    }

    /// Go tells the address, not the name.
    private static String dialled(Callee callee) {
        String host = callee.address().getHost();
        try {
            String address = InetAddress.getByName(host).getHostAddress();
            String bracketed = address.contains(":") ? "[" + address + "]" : address;
            return bracketed + ":" + callee.address().getPort();
        } catch (UnknownHostException _) {
            return callee.dialled();
        }
    }

    private static String tls(SSLException e) {
        String written = Optional.ofNullable(e.getMessage()).orElse("");
        int alert = written.indexOf(ALERT);
        if (alert >= 0) {
            return "remote error: tls: "
                    + written.substring(alert + ALERT.length()).replace('_', ' ');
        }
        if (written.startsWith("Unsupported or unrecognized SSL message")) {
            return "http: server gave HTTP response to HTTPS client";
        }
        return written.contains("terminated the handshake") || e.getCause() instanceof EOFException
                ? "EOF"
                : "tls: " + written;
    }

    private static String broken(IOException e, Callee callee) {
        if (isEnd(e)) {
            return "EOF";
        }
        String written = Optional.ofNullable(e.getMessage()).orElse("the connection broke off");
        return written.contains("Connection reset")
                ? "read tcp %s: read: connection reset by peer".formatted(dialled(callee))
                : written;
    }

    /// Whether the other side closed the connection instead of answering.
    static boolean isEnd(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            boolean closed = cause instanceof EOFException || cause instanceof ClosedChannelException;
            if (closed && !(e instanceof ConnectException)) {
                return true;
            }
        }
        return String.valueOf(e.getMessage()).contains("received no bytes");
    }
}
