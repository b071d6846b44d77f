package dev.tenure.kubelet.image;

import java.util.List;

/// Of which images that are on a node already it has to be shown that a pod may pull them. Upstream:
/// image_pull_policies.go.
public sealed interface PullVerification {
    /// Of no image.
    record Never() implements PullVerification {}

    /// Of those that the node pulled; what somebody else brought is for all.
    record NotPreloaded() implements PullVerification {}

    /// Of those that are not named here.
    ///
    /// @param allowed names without tags; one that ends with `/*` stands for all that begin so
    record NotAllowed(List<String> allowed) implements PullVerification {
        public NotAllowed {
            allowed = List.copyOf(allowed);
        }
    }

    /// Of all images.
    record Always() implements PullVerification {}

    /// @param name without tag and digest
    /// @param pulledHere whether this node pulled it, or began to
    default boolean concerns(String name, boolean pulledHere) {
        return switch (this) {
            case Never _ -> false;
            case NotPreloaded _ -> pulledHere;
            case NotAllowed(List<String> allowed) ->
                allowed.stream()
                        .noneMatch(entry -> entry.endsWith("/*")
                                ? name.startsWith(entry.substring(0, entry.length() - 1))
                                : name.equals(entry));
            case Always _ -> true;
        };
    }
}
