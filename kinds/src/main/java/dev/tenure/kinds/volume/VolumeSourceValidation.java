package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.kinds.podspec.DiskValidation;
import dev.tenure.kinds.podspec.PathValidation;
import dev.tenure.kinds.podspec.VolumeValidation;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// What is valid as the source of a persistent volume. Pure.
final class VolumeSourceValidation {
    private static final int ISCSI_NAME_MAX = 64;
    private static final String SECRET = "secretRef";

    /// The sources in the order in which upstream looks at them.
    static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    private VolumeSourceValidation() {}

    /// Checks that there is one source, and that it is good.
    ///
    /// @param name of the volume
    /// @param bound whether the volume says on which nodes it can be used
    static void sources(Field spec, String name, boolean bound) {
        boolean found = false;
        for (String source : SOURCES) {
            Field there = spec.at(source);
            if (!there.isSet()) {
                continue;
            }
            if (found && !source.equals("flexVolume")) {
                Path place = spec.path().child(source.equals("cephfs") ? "cephFS" : source);
                there.under(place).forbidden("may not specify more than 1 volume type");
            } else {
                source(source, there, name);
                if (source.equals("local") && !bound) {
                    spec.at("nodeAffinity").required("Local volume requires node affinity");
                }
            }
            found = true;
        }
        if (!found) {
            spec.required("must specify a volume type");
        }
    }

    private static void source(String name, Field source, String volume) {
        switch (name) {
            case "hostPath" -> {
                if (path(source)) {
                    VolumeValidation.hostPathType(source.at("type"));
                }
            }
            case "gcePersistentDisk" ->
                DiskValidation.anywhere(name, source.under(new Path("spec").child("persistentDisk")));
            case "iscsi" -> iscsi(source, volume);
            case "cinder" -> {
                require(source, "volumeID");
                secret(source.at(SECRET));
            }
            case "local" -> path(source);
            case "storageos" -> {
                DiskValidation.storageOs(source);
                secret(source.at(SECRET));
            }
            case "csi" -> csi(source);
            default -> {
                DiskValidation.anywhere(name, source);
                namespaces(name, source);
            }
        }
    }

    private static void namespaces(String name, Field source) {
        if (name.equals("glusterfs")) {
            endpointsNamespace(source.at("endpointsNamespace"));
        }
        if (name.equals("azureFile") && source.at("secretNamespace").isSet()) {
            require(source, "secretNamespace");
        }
    }

    private static boolean path(Field source) {
        boolean given = require(source, "path");
        PathValidation.noStepsUp(source.at("path"));
        return given;
    }

    private static boolean require(Field source, String name) {
        if (source.at(name).isEmpty()) {
            source.at(name).required();
            return false;
        }
        return true;
    }

    private static void secret(Field secret) {
        if (secret.isSet()) {
            require(secret, "name");
            require(secret, "namespace");
        }
    }

    private static void endpointsNamespace(Field namespace) {
        if (namespace.isSet()) {
            if (namespace.isEmpty()) {
                namespace.invalidText("if the endpointnamespace is set, it must be a valid namespace name");
            } else {
                namespace.mustBe(Names::dnsLabel);
            }
        }
    }

    private static void iscsi(Field source, String volume) {
        Field portal = source.at("targetPortal");
        if (source.at("initiatorName").isSet()
                && FieldError.byteLength(volume + ":" + portal.text()) > ISCSI_NAME_MAX) {
            portal.under(source.path().child("targetportal"))
                    .invalidText("Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                            + " iscsi.initiatorName is specified.");
        }
        DiskValidation.iscsi(source, "must be valid format");
        if (source.at(SECRET).isSet()) {
            require(source.at(SECRET), "name");
        }
    }

    private static void csi(Field source) {
        DiskValidation.csiDriver(source.at("driver"));
        require(source, "volumeHandle");
        for (String secret : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            Field reference = source.at(secret);
            if (reference.isSet()) {
                named(reference.at("name"));
                named(reference.at("namespace"));
            }
        }
    }

    private static void named(Field name) {
        if (name.isEmpty()) {
            name.required();
        } else if (name.path().text().endsWith(".namespace")) {
            name.mustBe(Names::dnsLabel);
        } else {
            name.mustBe(Names::dnsSubdomain);
        }
    }

    /// The source of a volume alone.
    static boolean isSource(String member, JsonNode value) {
        return SOURCES.contains(member) && !value.isNull();
    }
}
