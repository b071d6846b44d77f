package dev.tenure.kinds.podspec.warning;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Finds files of one volume that would stand in one another's way: among the first thousand, and a hundred
/// times at most, for a volume may have very many.
final class VolumePaths {
    private static final int FILES_MAX = 1_000;
    private static final int OVERLAPS_MAX = 100;

    private record File(String path, String source) {
        @Override
        public String toString() {
            return Quoted.of(path) + (source.isEmpty() ? "" : " (" + source + ")");
        }
    }

    private final String volume;
    private final List<String> warnings = new ArrayList<>();
    private final List<File> seen = new ArrayList<>();
    private int overlaps;

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
        String path = withoutEnd(file.path());
        if (path.isEmpty() || seen.size() == FILES_MAX) {
            return;
        }
        File added = new File(path, file.source());
        for (File other : seen) {
            boolean overlap = isWithin(path, other.path()) || isWithin(other.path(), path);
            if (overlap && overlaps < OVERLAPS_MAX) {
                overlaps++;
                warnings.add("volume " + volume + " (" + what + "): overlapping paths: " + added + " with " + other);
            }
        }
        seen.add(added);
    }

    /// Without the slashes at its end.
    private static String withoutEnd(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    private static boolean isWithin(String path, String folder) {
        return path.startsWith(folder) && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
    }
}
