package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.ObjectNode;
import java.util.Set;

/// Fills in what a volume leaves out, in a pod or as the source of a persistent volume.
public final class VolumeDefaults {
    private static final int FILE_MODE = 0644;
    private static final int TOKEN_SECONDS = 3600;
    private static final Set<String> NO_SOURCE = Set.of("name");

    private VolumeDefaults() {}

    static void volume(ObjectNode volume) {
        boolean bare = true;
        for (var member : volume.properties()) {
            bare &= NO_SOURCE.contains(member.getKey()) || member.getValue().isNull();
        }
        if (bare) {
            volume.putObject("emptyDir");
            return;
        }
        for (String files : new String[] {"secret", "configMap", "downwardAPI", "projected"}) {
            Trees.within(volume, files, source -> Trees.fill(source, "defaultMode", FILE_MODE));
        }
        Trees.within(volume, "downwardAPI", VolumeDefaults::downward);
        Trees.within(volume, "projected", source -> {
            for (ObjectNode projection : Trees.objects(source.path("sources"))) {
                Trees.within(projection, "downwardAPI", VolumeDefaults::downward);
                Trees.within(
                        projection,
                        "serviceAccountToken",
                        token -> Trees.fill(token, "expirationSeconds", TOKEN_SECONDS));
            }
        });
        Trees.within(
                volume,
                "ephemeral",
                source -> Trees.within(source, "volumeClaimTemplate", template -> {
                    Trees.within(template, "spec", VolumeDefaults::claim);
                }));
        Trees.within(volume, "image", image -> {
            boolean latest = ImageName.isLatest(image.path("reference").asText(""));
            Trees.fill(image, "pullPolicy", latest ? "Always" : "IfNotPresent");
        });
        disk(volume);
    }

    private static void downward(ObjectNode source) {
        for (ObjectNode file : Trees.objects(source.path("items"))) {
            Trees.within(file, "fieldRef", field -> Trees.fill(field, "apiVersion", "v1"));
        }
    }

    /// Fills in the spec of a claim.
    public static void claim(ObjectNode spec) {
        Trees.fill(spec, "volumeMode", "Filesystem");
        Trees.within(spec, "resources", PodSpecDefaults::resources);
    }

    /// Fills in the source of a disk that stands in `parent`.
    public static void disk(ObjectNode parent) {
        Trees.within(parent, "hostPath", path -> {
            if (!path.has("type") || path.path("type").isNull()) {
                path.put("type", "");
            }
        });
        Trees.within(parent, "iscsi", iscsi -> Trees.fill(iscsi, "iscsiInterface", "default"));
        Trees.within(parent, "rbd", rbd -> {
            Trees.fill(rbd, "pool", "rbd");
            Trees.fill(rbd, "user", "admin");
            Trees.fill(rbd, "keyring", "/etc/ceph/keyring");
        });
        Trees.within(parent, "azureDisk", disk -> {
            Trees.fillAbsent(disk, "cachingMode", "ReadWrite");
            Trees.fillAbsent(disk, "kind", "Shared");
            Trees.fillAbsent(disk, "fsType", "ext4");
            Trees.fill(disk, "readOnly", false);
        });
        Trees.within(parent, "scaleIO", disk -> {
            Trees.fill(disk, "storageMode", "ThinProvisioned");
            Trees.fill(disk, "fsType", "xfs");
        });
    }
}
