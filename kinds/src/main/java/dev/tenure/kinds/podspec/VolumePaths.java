package dev.tenure.kinds.podspec;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Finds files of one volume that would stand in one another's way.
final class VolumePaths {
    private record File(String path, String source) {
        @Override
        public String toString() {
            return Quoted.of(path) + (source.isEmpty() ? "" : " (" + source + ")");
        }
    }

    private final String volume;
    private final List<String> warnings = new ArrayList<>();
    private final List<File> seen = new ArrayList<>();

    private VolumePaths(String volume) {
        this.volume = Quoted.of(volume);
    }

    static List<String> warnings(JsonNode volume) {
        VolumePaths paths = new VolumePaths(volume.path("name").asText());
        paths.plain(volume.path("configMap"), "ConfigMap", "name");
        paths.plain(volume.path("secret"), "Secret", "secretName");
        paths.plain(volume.path("downwardAPI"), "DownwardAPI", "");
        for (JsonNode source : volume.path("projected").path("sources")) {
            paths.projected(source);
        }
        return paths.warnings;
    }

    private void plain(JsonNode source, String kind, String name) {
        String what =
                kind + (name.isEmpty() ? "" : " " + Quoted.of(source.path(name).asText("")));
        source.path("items").forEach(item -> add(new File(item.path("path").asText(""), ""), what));
    }

    private void projected(JsonNode source) {
        if (source.isEmpty()) {
            warnings.add("volume " + volume + " (Projected) has no sources provided");
        }
        named(source.path("configMap"), "ConfigMap");
        named(source.path("secret"), "Secret");
        source.path("downwardAPI").path("items").forEach(item -> project(item.path("path"), "DownwardAPI"));
        project(source.path("serviceAccountToken").path("path"), "ServiceAccountToken");
        JsonNode bundle = source.path("clusterTrustBundle");
        String name = bundle.path(bundle.has("name") ? "name" : "signerName").asText("");
        project(bundle.path("path"), "ClusterTrustBundle " + Quoted.of(name));
        JsonNode certificate = source.path("podCertificate");
        project(certificate.path("certificateChainPath"), "PodCertificate chain");
        project(certificate.path("keyPath"), "PodCertificate key");
        project(certificate.path("credentialBundlePath"), "PodCertificate credential bundle");
    }

    private void named(JsonNode source, String kind) {
        String what = kind + " " + Quoted.of(source.path("name").asText(""));
        source.path("items").forEach(item -> project(item.path("path"), what));
    }

    private void project(JsonNode path, String what) {
        if (path.isTextual()) {
            add(new File(path.asText(), what), "Projected");
        }
    }

    private void add(File file, String what) {
        String path = file.path();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        File added = new File(path, file.source());
        for (File other : seen) {
            boolean both = !path.isEmpty() && !other.path().isEmpty();
            boolean overlap =
                    (other.path() + "/").startsWith(path + "/") || (path + "/").startsWith(other.path() + "/");
            if (both && overlap) {
                warnings.add("volume " + volume + " (" + what + "): overlapping paths: " + added + " with " + other);
            }
        }
        seen.add(added);
    }
}
