package dev.tenure.store.etcd;

import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.memory.StateOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How an etcd is reached, and what is kept of it here.
///
/// @param prefix before all keys, without slashes at its ends, for example `registry`
/// @param historyRevisionsMax how many revisions before the newest one are read at the start, so that what
///     was begun with another server goes on here; fewer when less is kept
/// @param timeout of one call
public record EtcdOptions(
        Servers servers,
        String prefix,
        StateOptions state,
        StorageCodec codec,
        TimeSource time,
        long historyRevisionsMax,
        Duration timeout) {
    /// Where kube-apiserver keeps its objects by default.
    public static final String USUAL_PREFIX = "registry";

    private static final long HISTORY_REVISIONS_MAX = 20_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /// One endpoint.
    public record Endpoint(String host, int port) {
        @Override
        public String toString() {
            return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
        }
    }

    /// Files in PEM.
    ///
    /// @param authority who vouches for etcd; empty for those whom the system trusts
    /// @param certificate of this client, with its key; both or none
    public record Tls(Optional<Path> authority, Optional<Path> certificate, Optional<Path> key) {
        public static final Tls NONE = new Tls(Optional.empty(), Optional.empty(), Optional.empty());

        public Tls {
            if (certificate.isPresent() != key.isPresent()) {
                throw new IllegalArgumentException(
                        "a client certificate needs its key and the other way round: give --etcd-certfile and"
                                + " --etcd-keyfile, or none of them");
            }
        }
    }

    /// The members of one etcd.
    ///
    /// @param secure whether they are talked to by TLS
    public record Servers(List<Endpoint> endpoints, boolean secure, Tls tls) {
        private static final int USUAL_PORT = 2379;

        public Servers {
            endpoints = List.copyOf(endpoints);
        }

        /// Reads URLs such as `https://10.0.0.1:2379`.
        ///
        /// @throws IllegalArgumentException when one of them is none, or they differ in their scheme
        public static Servers of(List<String> urls, Tls tls) {
            var endpoints = new ArrayList<Endpoint>();
            var schemes = new ArrayList<String>();
            for (String url : urls) {
                URI uri = uri(url.strip());
                schemes.add(uri.getScheme().toLowerCase(Locale.ROOT));
                String host = uri.getHost().startsWith("[")
                        ? uri.getHost().substring(1, uri.getHost().length() - 1)
                        : uri.getHost();
                endpoints.add(new Endpoint(host, uri.getPort() < 0 ? USUAL_PORT : uri.getPort()));
            }
            if (endpoints.isEmpty() || schemes.stream().distinct().count() != 1) {
                throw new IllegalArgumentException(
                        "etcd servers \"%s\" must be URLs of one scheme, for example https://10.0.0.1:2379,https://10.0.0.2:2379"
                                .formatted(String.join(",", urls)));
            }
            boolean secure = schemes.getFirst().equals("https");
            if (!secure && !tls.equals(Tls.NONE)) {
                throw new IllegalArgumentException(
                        "certificates are given for etcd servers \"%s\", which are not talked to by TLS: name them as https://…"
                                .formatted(String.join(",", urls)));
            }
            return new Servers(endpoints, secure, tls);
        }

        private static URI uri(String url) {
            String whole = url.contains("://") ? url : "http://" + url;
            try {
                URI uri = URI.create(whole);
                boolean known = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
                if (known && uri.getHost() != null) {
                    return uri;
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(notAnUrl(url), e);
            }
            throw new IllegalArgumentException(notAnUrl(url));
        }

        private static String notAnUrl(String url) {
            return "etcd server \"%s\" is no URL, for example https://10.0.0.1:2379".formatted(url);
        }

        /// One of them alone.
        Servers only(int place) {
            return new Servers(List.of(endpoints.get(place)), secure, tls);
        }

        /// As in the flag that names them, for example `https://10.0.0.1:2379`.
        public String urls() {
            String scheme = secure ? "https://" : "http://";
            return String.join(",", endpoints.stream().map(one -> scheme + one).toList());
        }

        @Override
        public String toString() {
            return String.join(",", endpoints.stream().map(Endpoint::toString).toList());
        }
    }

    public EtcdOptions {
        prefix = trimmed(prefix);
    }

    /// A prefix without slashes at its ends.
    ///
    /// @throws IllegalArgumentException when nothing else is in it
    public static String trimmed(String prefix) {
        String trimmed = prefix.replaceAll("^/+|/+$", "");
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("the prefix of keys in etcd must not be empty, for example /registry");
        }
        return trimmed;
    }

    /// With the usual prefix and bounds.
    public static EtcdOptions of(Servers servers, StateOptions state, StorageCodec codec, TimeSource time) {
        return new EtcdOptions(servers, USUAL_PREFIX, state, codec, time, HISTORY_REVISIONS_MAX, TIMEOUT);
    }

    public EtcdOptions under(String newPrefix) {
        return new EtcdOptions(servers, newPrefix, state, codec, time, historyRevisionsMax, timeout);
    }

    public EtcdOptions within(Duration newTimeout) {
        return new EtcdOptions(servers, prefix, state, codec, time, historyRevisionsMax, newTimeout);
    }

    /// The beginning of all keys, for example `/registry/`.
    String root() {
        return "/" + prefix + "/";
    }
}
