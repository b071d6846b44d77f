package dev.tenure.kubelet.image;

import dev.tenure.kubelet.image.PulledImage.Access;
import dev.tenure.kubelet.image.PulledImage.Held;
import java.util.List;
import java.util.Optional;

/// Whether a pod may use an image that is on its node, or has to pull it with its own credentials to show
/// that it may. Upstream: image_pull_manager.go (MustAttemptImagePull).
public final class PullAccessRule {
    /// So many secrets are remembered for one name; those that come later are compared, but not added.
    private static final int HOLDERS_MAX = 100;

    private PullAccessRule() {}

    /// The answer.
    public sealed interface Verdict {
        /// @param learned a secret to remember, for its name or its content is new
        record MayUse(Optional<Held> learned) implements Verdict {}

        record MustPull() implements Verdict {}
    }

    /// @param access what is remembered of the image under the name that the pod uses, if anything is
    /// @param shown the credentials of the pod's secrets and of its service account that go with the image
    public static Verdict decide(Optional<Access> access, List<Held> shown) {
        if (access.isEmpty()) {
            return new Verdict.MustPull();
        }
        return switch (access.get()) {
            case Access.Everybody _ -> new Verdict.MayUse(Optional.empty());
            case Access.Holders(List<Held> known) -> {
                var pod = new Access.Holders(shown);
                List<Held> secrets = new Access.Holders(known).secrets();
                for (Held held : pod.secrets()) {
                    Optional<Verdict> verdict = compare(held, secrets);
                    if (verdict.isPresent()) {
                        yield verdict.get();
                    }
                }
                yield known.containsAll(pod.accounts()) && !pod.accounts().isEmpty()
                        ? new Verdict.MayUse(Optional.empty())
                        : new Verdict.MustPull();
            }
        };
    }

    /// The same content is enough, under whatever name; so is the same secret with a new content.
    private static Optional<Verdict> compare(Held held, List<Held> known) {
        boolean room = known.size() < HOLDERS_MAX;
        for (Held other : known) {
            boolean sameSecret = other.source().equals(held.source());
            if (other.hash().equals(held.hash())) {
                return Optional.of(new Verdict.MayUse(!sameSecret && room ? Optional.of(held) : Optional.empty()));
            }
            if (sameSecret && room) {
                return Optional.of(new Verdict.MayUse(Optional.of(held)));
            }
        }
        return Optional.empty();
    }
}
