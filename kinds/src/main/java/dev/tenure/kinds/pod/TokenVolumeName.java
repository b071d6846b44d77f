package dev.tenure.kinds.pod;

import dev.tenure.wire.json.JsonNode;

/// The one name in a pod's spec that is made up for each pod: that of the volume with its service account's
/// token. Pods of one template differ in it, and are as valid as one another. Upstream: plugin/pkg/admission/
/// serviceaccount/admission.go.
final class TokenVolumeName {
    private static final String PREFIX = "kube-api-access-";
    private static final int LENGTH = PREFIX.length() + 5;

    private TokenVolumeName() {}

    /// Empty when there is none of the usual form, or more than one.
    static String in(JsonNode spec) {
        String found = "";
        for (JsonNode volume : spec.path("volumes")) {
            String name = volume.path("name").asText("");
            if (name.startsWith(PREFIX)) {
                if (!found.isEmpty() || !isUsual(name)) {
                    return "";
                }
                found = name;
            }
        }
        return found;
    }

    private static boolean isUsual(String name) {
        boolean usual = name.length() == LENGTH;
        for (int i = PREFIX.length(); usual && i < LENGTH; i++) {
            char c = name.charAt(i);
            usual = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        }
        return usual;
    }
}
