package dev.tenure.kubelet.image;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Credentials of registries, and which of them go with an image: those whose registry and path the image's
/// name begins with, the longest first; in names of hosts `*` stands for any part. Immutable. Upstream:
/// pkg/credentialprovider/keyring.go (BasicDockerKeyring).
public final class LoginKeyring {
    public static final LoginKeyring EMPTY = new LoginKeyring(List.of());
    private static final String DEFAULT_HOST = "index.docker.io";
    private static final int VERSION_LENGTH = 3;

    private final Map<String, List<RegistryLogin>> logins = new TreeMap<>(Comparator.reverseOrder());

    /// @param configs of several secrets or files, each by registry
    public LoginKeyring(List<Map<String, RegistryLogin>> configs) {
        configs.forEach(config -> config.forEach((registry, login) -> key(registry)
                .ifPresent(key ->
                        logins.computeIfAbsent(key, _ -> new ArrayList<>()).add(login))));
    }

    /// In the order in which they are tried; empty when none goes with it.
    ///
    /// @param repository whole, as `docker.io/library/busybox`
    public List<RegistryLogin> lookup(String repository) {
        var found = new ArrayList<RegistryLogin>();
        logins.forEach((key, held) -> {
            if (matches(key, repository)) {
                found.addAll(held);
            }
        });
        if (found.isEmpty() && isDefault(repository)) {
            found.addAll(logins.getOrDefault(DEFAULT_HOST, List.of()));
        }
        return List.copyOf(found);
    }

    /// The registry without its scheme, and without a path that only tells the version of its interface.
    private static Optional<String> key(String registry) {
        String rest = registry.startsWith("https://") || registry.startsWith("http://")
                ? registry.substring(registry.indexOf("//") + 2)
                : registry;
        for (char end : new char[] {'#', '?'}) {
            int at = rest.indexOf(end);
            rest = at < 0 ? rest : rest.substring(0, at);
        }
        String host = host(rest);
        String path = rest.substring(host.length());
        host = host.substring(host.lastIndexOf('@') + 1);
        if (rest.chars().anyMatch(each -> each <= ' ' || each == 0x7f)) {
            return Optional.empty();
        }
        if (path.startsWith("/v1/") || path.startsWith("/v2/")) {
            path = path.substring(VERSION_LENGTH);
        }
        return Optional.of(path.equals("/") ? host : host + path);
    }

    private static String host(String text) {
        int slash = text.indexOf('/');
        return slash < 0 ? text : text.substring(0, slash);
    }

    /// Whether credentials, or a program that hands some out, are for an image.
    ///
    /// @param key a registry, perhaps with `*` in parts of its name, and the beginning of a path; without
    ///     scheme
    static boolean matches(String key, String repository) {
        String host = host(key);
        String named = host(repository);
        if (!repository.substring(named.length()).startsWith(key.substring(host.length()))) {
            return false;
        }
        String[] parts = withoutPort(host).split("\\.", -1);
        String[] others = withoutPort(named).split("\\.", -1);
        if (!port(host).equals(port(named)) || parts.length != others.length) {
            return false;
        }
        for (int each = 0; each < parts.length; each++) {
            if (!partMatches(parts[each], others[each])) {
                return false;
            }
        }
        return true;
    }

    private static String port(String host) {
        return host.substring(withoutPort(host).length());
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    /// `*` stands for any characters, none included.
    private static boolean partMatches(String pattern, String text) {
        String[] pieces = pattern.split("\\*", -1);
        if (pieces.length == 1) {
            return pattern.equals(text);
        }
        String last = pieces[pieces.length - 1];
        if (!text.startsWith(pieces[0])) {
            return false;
        }
        int at = pieces[0].length();
        for (int each = 1; each < pieces.length - 1; each++) {
            int found = text.indexOf(pieces[each], at);
            if (found < 0) {
                return false;
            }
            at = found + pieces[each].length();
        }
        return text.length() - last.length() >= at && text.endsWith(last);
    }

    /// As upstream, what is named like no host counts as part of a path there, `localhost` too.
    private static boolean isDefault(String repository) {
        String first = host(repository);
        boolean named = first.indexOf('.') >= 0 || first.indexOf(':') >= 0;
        return !first.isEmpty() && (!named || first.equals("docker.io") || first.equals(DEFAULT_HOST));
    }
}
