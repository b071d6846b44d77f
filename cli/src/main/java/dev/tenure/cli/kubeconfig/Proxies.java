package dev.tenure.cli.kubeconfig;

import dev.tenure.client.rest.ConnectionException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Through which proxy a server is reached: the one that the kubeconfig names, else that of the environment,
/// which never counts for this machine. Upstream: golang.org/x/net/http/httpproxy.
final class Proxies {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int ADDRESS_BITS = 8;

    private Proxies() {}

    /// @param named `proxy-url` of the cluster
    /// @throws ConnectionException when it is of a kind that is not known here
    static Optional<InetSocketAddress> of(URI server, Optional<String> named, Map<String, String> environment) {
        if (named.isPresent()) {
            return Optional.of(address(named.get(), "proxy-url"));
        }
        String variable = server.getScheme().equals("https") ? "HTTPS_PROXY" : "HTTP_PROXY";
        String proxy = value(environment, variable);
        if (proxy.isEmpty() || isSpared(server, value(environment, "NO_PROXY"))) {
            return Optional.empty();
        }
        return Optional.of(address(proxy, variable));
    }

    private static String value(Map<String, String> environment, String variable) {
        String upper = environment.getOrDefault(variable, "");
        return upper.isEmpty() ? environment.getOrDefault(variable.toLowerCase(Locale.ROOT), "") : upper;
    }

    private static InetSocketAddress address(String proxy, String where) {
        URI address;
        try {
            address = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
        } catch (IllegalArgumentException e) {
            throw new ConnectionException(
                    "%s \"%s\" is no URL, for example http://proxy.example.org:3128".formatted(where, proxy), e);
        }
        if (address.getHost() == null) {
            throw new ConnectionException(
                    "%s \"%s\" is no URL, for example http://proxy.example.org:3128".formatted(where, proxy));
        }
        if (!address.getScheme().equals("http") || address.getUserInfo() != null) {
            throw new ConnectionException(
                    "%s \"%s://%s\" is not supported: only HTTP proxies without a password are, for example http://proxy.example.org:3128"
                            .formatted(where, address.getScheme(), address.getHost()));
        }
        return InetSocketAddress.createUnresolved(address.getHost(), address.getPort() < 0 ? HTTP : address.getPort());
    }

    /// Whether a server is reached straight: it is this machine, or NO_PROXY names it, its domain or its
    /// network.
    private static boolean isSpared(URI server, String spared) {
        String host = server.getHost().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        if (host.equals("localhost")
                || literal(host).filter(InetAddress::isLoopbackAddress).isPresent()) {
            return true;
        }
        int port = server.getPort() >= 0 ? server.getPort() : server.getScheme().equals("https") ? HTTPS : HTTP;
        for (String each : spared.toLowerCase(Locale.ROOT).split(",")) {
            if (isMeant(host, port, each.strip())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMeant(String host, int port, String entry) {
        String rest = entry.endsWith(":" + port) ? entry.substring(0, entry.lastIndexOf(':')) : entry;
        if (rest.isEmpty()) {
            return false;
        }
        if (rest.contains("/")) {
            return isIn(host, rest);
        }
        String domain = rest.startsWith("*.") ? rest.substring(1) : rest;
        return rest.equals("*") || host.equals(rest) || host.endsWith(domain.startsWith(".") ? domain : "." + domain);
    }

    private static boolean isIn(String host, String network) {
        String[] parts = network.split("/", 2);
        Optional<byte[]> first = literal(parts[0]).map(InetAddress::getAddress);
        Optional<byte[]> asked = literal(host).map(InetAddress::getAddress);
        if (first.isEmpty() || asked.isEmpty() || !parts[1].matches("\\d{1,3}")) {
            return false;
        }
        byte[] base = first.get();
        byte[] own = asked.get();
        int bits = Integer.parseInt(parts[1]);
        if (base.length != own.length || bits > base.length * ADDRESS_BITS) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 1 << (ADDRESS_BITS - 1 - bit % ADDRESS_BITS);
            if ((base[bit / ADDRESS_BITS] & mask) != (own[bit / ADDRESS_BITS] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAddress(String host) {
        return host.contains(":") ? host.matches("[0-9a-f:.]+") : host.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    }

    /// Of an address in digits, else nothing; nobody is asked about it.
    private static Optional<InetAddress> literal(String host) {
        if (!isAddress(host)) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
