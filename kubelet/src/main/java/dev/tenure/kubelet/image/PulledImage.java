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

/// What a node remembers of an image that it pulled: for each name, who may have it. Upstream: ImagePulledRecord.
///
/// @param id the runtime's
/// @param access by name without tag and digest, as pods write it; a name that is missing is nobody's yet
public record PulledImage(String id, Instant updated, Map<String, Access> access) {
    /// Who may use an image without pulling it again.
    public sealed interface Access {
        /// Every pod: no credentials of a pod were needed.
        record Everybody() implements Access {}

        /// Pods with one of these secrets.
        record Holders(List<Held> secrets) implements Access {
            public Holders {
                secrets = List.copyOf(secrets);
            }
        }
    }

    /// A secret and a hash of the credentials that it held.
    public record Held(Source source, String hash) {
        private static final Comparator<Held> ORDER = Comparator.comparing(
                        (Held held) -> held.source().namespace())
                .thenComparing(held -> held.source().name())
                .thenComparing(held -> held.source().uid());
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
