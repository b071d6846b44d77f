package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.image.PullVerification;
import dev.tenure.rules.image.ImageReference;
import dev.tenure.rules.image.ImageReference.Reading;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Reads of which images it has to be shown that a pod may pull them. Upstream: image_pull_policies.go,
/// validation.go.
public final class PullVerificationParser {
    private static final String POLICY = "imagePullCredentialsVerificationPolicy";
    private static final String ALLOWED = "preloadedImagesVerificationAllowlist";
    private static final String BY_NAME = "NeverVerifyAllowlistedImages";

    private PullVerificationParser() {}

    /// @param document a KubeletConfiguration
    /// @throws ConfigurationException when it says something that does not exist
    public static PullVerification parse(JsonNode document) {
        String policy = document.path(POLICY).asText("");
        var allowed = new ArrayList<String>();
        document.path(ALLOWED).forEach(entry -> allowed.add(entry.asText("")));
        if (!allowed.isEmpty() && !policy.equals(BY_NAME)) {
            throw new ConfigurationException(
                    ALLOWED,
                    "invalid configuration: can't set `preloadedImagesVerificationAllowlist` if"
                            + " `imagePullCredentialsVertificationPolicy` is not \"NeverVerifyAllowlistedImages\"");
        }
        return switch (policy) {
            case "", "NeverVerifyPreloadedImages" -> new PullVerification.NotPreloaded();
            case "NeverVerify" -> new PullVerification.Never();
            case "AlwaysVerify" -> new PullVerification.Always();
            case BY_NAME -> new PullVerification.NotAllowed(checked(allowed));
            default ->
                throw new ConfigurationException(
                        POLICY,
                        ("invalid configuration: option \"%s\" specified for imagePullCredentialsVerificationPolicy."
                                        + " Valid options are \"NeverVerify\", \"NeverVerifyPreloadedImages\","
                                        + " \"NeverVerifyAllowlistedImages\" or \"AlwaysVerify\"")
                                .formatted(policy));
        };
    }

    private static List<String> checked(List<String> patterns) {
        for (String pattern : patterns) {
            String fault = fault(pattern);
            if (!fault.isEmpty()) {
                throw new ConfigurationException(
                        ALLOWED,
                        "invalid configuration: invalid image pattern in `preloadedImagesVerificationAllowlist`: "
                                + fault);
            }
        }
        return patterns;
    }

    /// @return empty when there is none
    private static String fault(String pattern) {
        if (!pattern.equals(pattern.strip())) {
            return "leading/trailing spaces are not allowed: " + pattern;
        }
        boolean open = pattern.endsWith("/*");
        String trimmed = open ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (trimmed.isEmpty()) {
            return "the supplied pattern is too short: " + pattern;
        }
        if (trimmed.indexOf('*') >= 0) {
            return "not a valid wildcard pattern, only patterns ending with '/*' are allowed: " + pattern;
        }
        if (open) {
            return trimmed.length() == 1 ? "at least registry hostname is required" : "";
        }
        return switch (ImageReference.read(trimmed)) {
            case Reading.Refused(String why) -> "failed to parse as an image name: " + why;
            case Reading.Named(ImageReference reference) ->
                reference.tag().isEmpty() && reference.digest().isEmpty()
                        ? ""
                        : "neither tag nor digest is accepted in an image reference: " + pattern;
        };
    }
}
