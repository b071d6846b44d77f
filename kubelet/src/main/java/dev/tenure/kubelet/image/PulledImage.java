package dev.tenure.kubelet.image;

import dev.tenure.kubelet.image.RegistryLogin.Source;
import dev.tenure.model.meta.Frozen;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a node remembers of an image that it pulled: for each name, who may have it. Upstream:
/// ImagePulledRecord.
///
/// @param id the runtime's
/// @param access by name without tag and digest, as pods write it; a name that is missing is nobody's yet
public record PulledImage(String id, Instant updated, Map<String, Access> access) {
    /// Who may use an image without pulling it again.
    public sealed interface Access {
        /// Every pod: no credentials of a pod were needed.
        record Everybody() implements Access {}

        /// Pods with one of these secrets or service accounts.
        record Holders(List<Held> held) implements Access {
            public Holders {
                held = List.copyOf(held);
            }

            public List<Held> secrets() {
                return held.stream()
                        .filter(each -> each.source() instanceof Source.Secret)
                        .toList();
            }

            public List<Held> accounts() {
                return held.stream()
                        .filter(each -> each.source() instanceof Source.Account)
                        .toList();
            }
        }
    }

    /// What a pod has to show.
    ///
    /// @param hash of the credentials that a secret held; empty for a service account, whose credentials
    ///     change
    public record Held(Source source, String hash) {
        private static final Comparator<Held> ORDER = Comparator.comparing(
                        (Held held) -> held.source() instanceof Source.Account)
                .thenComparing(held -> held.source().namespace())
                .thenComparing(held -> held.source().name())
                .thenComparing(held -> held.source().uid());

        /// What shows that a pod has these credentials; empty for the node's own.
        public static Optional<Held> of(RegistryLogin login) {
            return login.source().map(source -> switch (source) {
                case Source.Secret secret -> new Held(secret, login.hash());
                case Source.Account account -> new Held(account, "");
            });
        }
    }

    public PulledImage {
        access = Frozen.map(access);
    }

    /// @return the same object when nothing changes
    public PulledImage with(String name, Access granted, Instant now) {
        Access known = access.get(name);
        Access merged = known == null ? granted : merged(known, granted);
        if (merged.equals(known)) {
            return this;
        }
        var next = new LinkedHashMap<>(access);
        next.put(name, merged);
        return new PulledImage(id, now, next);
    }

    public Optional<Access> accessTo(String name) {
        return Optional.ofNullable(access.get(name));
    }

    /// Of each secret the newest hash counts.
    private static Access merged(Access known, Access granted) {
        return switch (known) {
            case Access.Everybody all -> all;
            case Access.Holders(List<Held> before) ->
                switch (granted) {
                    case Access.Everybody all -> all;
                    case Access.Holders(List<Held> added) -> {
                        Stream<Held> kept = before.stream()
                                .filter(held -> added.stream()
                                        .noneMatch(other -> other.source().equals(held.source())));
                        yield new Access.Holders(Stream.concat(kept, added.stream())
                                .sorted(Held.ORDER)
                                .toList());
                    }
                };
        };
    }
}
