package dev.tenure.kubelet.image;

import dev.tenure.model.meta.Frozen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program of the node that hands out credentials for registries. Upstream: CredentialProvider of
/// kubelet.config.k8s.io/v1.
///
/// @param name of the program in its folder
/// @param images registries and paths, with `*` in parts of names of hosts
/// @param kept how long its answers hold where they do not say it
/// @param apiVersion of requests and answers
/// @param variables what stands in its environment besides the agent's
/// @param tokens absent when it is given no token of the pod's service account
public record CredentialProvider(
        String name,
        List<String> images,
        Duration kept,
        String apiVersion,
        List<String> arguments,
        Map<String, String> variables,
        Optional<Tokens> tokens) {
    /// The group and version whose requests can carry tokens.
    public static final String NEWEST = "credentialprovider.kubelet.k8s.io/v1";

    /// What it is given of the pod's service account.
    ///
    /// @param required whether it is not asked for pods without one
    /// @param perToken whether its answers hold for one token only, else for the account
    /// @param annotations that the account must have, else the program is not asked
    /// @param moreAnnotations those that are handed over where the account has them
    public record Tokens(
            String audience,
            boolean required,
            boolean perToken,
            List<String> annotations,
            List<String> moreAnnotations) {
        public Tokens {
            annotations = List.copyOf(annotations);
            moreAnnotations = List.copyOf(moreAnnotations);
        }
    }

    public CredentialProvider {
        images = List.copyOf(images);
        arguments = List.copyOf(arguments);
        variables = Frozen.map(variables);
    }

    /// Whether it is asked at all.
    ///
    /// @param repository whole, as `docker.io/library/busybox`
    public boolean knows(String repository) {
        return images.stream().anyMatch(each -> LoginKeyring.matches(each, repository));
    }

    /// Without what stands in its environment, which may be secret.
    @Override
    public String toString() {
        return "CredentialProvider[" + name + "]";
    }
}
