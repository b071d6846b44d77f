package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is valid as the volumes of a pod.
public final class VolumeValidation {
    private static final int ISCSI_NAME_MAX = 64;

    /// The sources in the order in which upstream looks for them. Some are misspelt in the message about a
    /// second one, or in the place at which they are checked.
    private static final List<Source> SOURCES = List.of(
            new Source("emptyDir"),
            new Source("hostPath"),
            new Source("gitRepo"),
            new Source("gcePersistentDisk", "gcePersistentDisk", "persistentDisk"),
            new Source("awsElasticBlockStore"),
            new Source("secret"),
            new Source("nfs"),
            new Source("iscsi"),
            new Source("glusterfs"),
            new Source("flocker"),
            new Source("persistentVolumeClaim"),
            new Source("rbd"),
            new Source("cinder"),
            new Source("cephfs", "cephFS", "cephfs"),
            new Source("quobyte"),
            new Source("downwardAPI", "downwarAPI", "downwardAPI"),
            new Source("fc"),
            new Source("flexVolume"),
            new Source("configMap"),
            new Source("azureFile"),
            new Source("vsphereVolume"),
            new Source("photonPersistentDisk"),
            new Source("portworxVolume"),
            new Source("azureDisk"),
            new Source("storageos"),
            new Source("projected"),
            new Source("scaleIO"),
            new Source("csi"),
            new Source("ephemeral"),
            new Source("image"));

    private final String podName;
    private final PodOptions options;

    /// @param podName empty in a template
    VolumeValidation(String podName, PodOptions options) {
        this.podName = podName;
        this.options = options;
    }

    private record Source(String name, String asSecond, String place) {
        Source(String name) {
            this(name, name, name);
        }
    }

    /// Checks all volumes.
    ///
    /// @return those without a fault, by name
    Map<String, Field> all(Field volumes) {
        Set<String> claims = new HashSet<>();
        for (Field volume : volumes.items()) {
            if (!podName.isEmpty() && volume.at("ephemeral").isSet()) {
                claims.add(podName + "-" + volume.at("name").text());
            }
        }
        Map<String, Field> good = new HashMap<>();
        for (Field volume : volumes.items()) {
            FieldErrors own = volume.errors().another();
            Field checked = volume.reportingTo(own);
            source(checked);
            name(checked.at("name"), good);
            volume.errors().addAll(own);
            if (own.isEmpty()) {
                good.put(volume.at("name").text(), volume);
            }
            Field claim = volume.at("persistentVolumeClaim", "claimName");
            if (claims.contains(claim.text())) {
                claim.invalidText("must not reference a PVC that gets created for an ephemeral volume");
            }
        }
        return good;
    }

    private static void name(Field name, Map<String, Field> good) {
        name.mustBeGivenAndBe(Names::dnsLabel);
        if (good.containsKey(name.text())) {
            name.duplicate();
        }
    }

    private void source(Field volume) {
        boolean found = false;
        for (Source source : SOURCES) {
            JsonNode there = volume.node().path(source.name());
            if (there.isMissingNode()) {
                continue;
            }
            if (found) {
                volume.at(source.asSecond()).forbidden("may not specify more than 1 volume type");
            } else {
                one(
                        volume,
                        source.name(),
                        volume.at(source.name()).under(volume.path().child(source.place())));
            }
            if (source.name().equals("iscsi")) {
                iscsiName(volume);
            }
            found = true;
        }
        if (!found) {
            volume.required("must specify a volume type");
        }
    }

    private static void iscsiName(Field volume) {
        Field iscsi = volume.at("iscsi");
        String full = volume.at("name").text() + ":" + iscsi.at("targetPortal").text();
        if (iscsi.at("initiatorName").isSet() && FieldError.byteLength(full) > ISCSI_NAME_MAX) {
            volume.at("name")
                    .invalidText("Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                            + " iscsi.initiatorName is specified.");
        }
    }

    private void one(Field volume, String name, Field source) {
        switch (name) {
            case "emptyDir" -> {
                if (QuantityValidation.amount(source.at("sizeLimit").node()).sign() < 0) {
                    source.at("sizeLimit").forbidden("SizeLimit field must be a valid resource quantity");
                }
            }
            case "hostPath" -> hostPath(source);
            case "secret" -> {
                require(source, "secretName");
                files(source);
            }
            case "configMap" -> {
                require(source, "name");
                files(source);
            }
            case "downwardAPI" -> {
                PathValidation.mode(source.at("defaultMode"));
                source.at("items").items().forEach(file -> DownwardValidation.file(file.under(source.path())));
            }
            case "persistentVolumeClaim" -> require(source, "claimName");
            case "projected" -> ProjectedVolumeValidation.projected(source, options);
            case "csi" -> csi(source);
            case "ephemeral" -> ephemeral(volume, source);
            case "image" -> image(source);
            default -> DiskValidation.inPod(name, source);
        }
    }

    private static void require(Field source, String name) {
        if (source.at(name).isEmpty()) {
            source.at(name).required();
        }
    }

    private static void hostPath(Field source) {
        if (source.at("path").isEmpty()) {
            source.at("path").required();
            return;
        }
        PathValidation.noStepsUp(source.at("path"));
        hostPathType(source.at("type"));
    }

    public static void hostPathType(Field type) {
        type.mustBeOneOf(
                "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    }

    private static void files(Field source) {
        PathValidation.mode(source.at("defaultMode"));
        source.at("items").items().forEach(VolumeValidation::keyToPath);
    }

    static void keyToPath(Field item) {
        require(item, "key");
        require(item, "path");
        PathValidation.downwardsAndFree(item.at("path"));
        PathValidation.mode(item.at("mode"));
    }

    private static void csi(Field source) {
        DiskValidation.csiDriver(source.at("driver"));
        Field secret = source.at("nodePublishSecretRef");
        if (!secret.isSet()) {
            return;
        }
        if (secret.at("name").isEmpty()) {
            secret.at("name").required();
        } else {
            secret.at("name").under(source.path().child("name")).mustBe(Names::dnsSubdomain);
        }
    }

    private void ephemeral(Field volume, Field source) {
        Field template = source.at("volumeClaimTemplate");
        if (template.isSet()) {
            ClaimValidation.template(template);
        } else {
            template.required();
        }
        String name = volume.at("name").text();
        if (!podName.isEmpty() && !name.isEmpty()) {
            String claim = podName + "-" + name;
            Names.dnsSubdomain(claim)
                    .forEach(complaint -> volume.at("name").invalidText("PVC name \"" + claim + "\": " + complaint));
        }
    }

    private void image(Field source) {
        if (options.isPod()) {
            require(source, "reference");
        }
        ContainerValidation.pullPolicy(source.at("pullPolicy"));
    }
}
