package dev.tenure.kinds.podspec;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What is valid as a disk of some vendor or protocol, in a pod or in a persistent volume.
public final class DiskValidation {
    private static final Pattern HOST_AND_PORT = Pattern.compile("([^:\\[\\]]*|\\[[^\\[\\]]*\\]):[^:\\[\\]]*");
    private static final Pattern IQN = Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([a-zA-Z0-9.-]+)(:[^,;*&$|\\s]+)$");
    private static final Pattern EUI = Pattern.compile("^eui.[a-zA-Z0-9]{16}$");
    private static final Pattern NAA = Pattern.compile("^naa.[a-zA-Z0-9]{32}$");
    private static final int LUN_MAX = 255;
    private static final int DRIVER_MAX = 63;
    private static final int TENANT_MAX = 64;
    private static final String SECRET = "secretRef";

    /// What must be given, for the sources that have no other rule.
    private static final Map<String, List<String>> REQUIRED = Map.of(
            "glusterfs", List.of("endpoints", "path"),
            "rbd", List.of("monitors", "image"),
            "cephfs", List.of("monitors"),
            "azureFile", List.of("secretName", "shareName"),
            "vsphereVolume", List.of("volumePath"),
            "photonPersistentDisk", List.of("pdID"),
            "portworxVolume", List.of("volumeID"),
            "scaleIO", List.of("gateway", "system", "volumeName"));

    private DiskValidation() {}

    /// Checks a source of a pod's volume.
    static void inPod(String name, Field source) {
        switch (name) {
            case "gitRepo" -> {
                require(source, "repository");
                PathValidation.downwards(source.at("directory"));
            }
            case "iscsi" -> iscsi(source, "must be valid format starting with iqn, eui, or naa");
            case "cinder" -> {
                require(source, "volumeID");
                secretName(source);
            }
            case "storageos" -> {
                storageOs(source);
                secretName(source);
            }
            default -> anywhere(name, source);
        }
    }

    /// Checks a source that has the same rules in pods and in persistent volumes.
    public static void anywhere(String name, Field source) {
        switch (name) {
            case "gcePersistentDisk" -> partitioned(source, "pdName");
            case "awsElasticBlockStore" -> partitioned(source, "volumeID");
            case "nfs" -> nfs(source);
            case "flocker" -> flocker(source);
            case "quobyte" -> quobyte(source);
            case "fc" -> fibreChannel(source);
            case "flexVolume" -> flex(source);
            case "azureDisk" -> azureDisk(source);
            default -> REQUIRED.getOrDefault(name, List.of()).forEach(required -> require(source, required));
        }
    }

    static void require(Field source, String name) {
        if (source.at(name).isEmpty()) {
            source.at(name).required();
        }
    }

    private static void secretName(Field source) {
        if (source.at(SECRET).isSet()) {
            require(source.at(SECRET), "name");
        }
    }

    private static void partitioned(Field source, String id) {
        require(source, id);
        Field partition = source.at("partition");
        if (partition.number() < 0 || partition.number() > LUN_MAX) {
            partition.invalidNumber("must be between 1 and 255, inclusive");
        }
    }

    private static void nfs(Field source) {
        require(source, "server");
        require(source, "path");
        if (!source.at("path").text().startsWith("/")) {
            source.at("path").invalidText("must be an absolute path");
        }
    }

    /// @param noPrefix the complaint about a name that starts with none of the known prefixes
    public static void iscsi(Field source, String noPrefix) {
        require(source, "targetPortal");
        Field iqn = source.at("iqn");
        if (iqn.isEmpty()) {
            iqn.required();
        } else {
            iscsiName(iqn, noPrefix);
        }
        source.at("lun").mustBeBetween(0, LUN_MAX);
        boolean chap = source.at("chapAuthDiscovery").flag()
                || source.at("chapAuthSession").flag();
        if (chap && !source.at(SECRET).isSet()) {
            source.at(SECRET).required();
        }
        Field initiator = source.at("initiatorName");
        if (initiator.isSet()) {
            iscsiName(initiator.under(source.path().child("initiatorname")), noPrefix);
        }
    }

    private static void iscsiName(Field name, String noPrefix) {
        String text = name.text();
        Pattern form = text.startsWith("iqn") ? IQN : text.startsWith("eui") ? EUI : NAA;
        boolean known = text.startsWith("iqn") || text.startsWith("eui") || text.startsWith("naa");
        if (!known) {
            name.invalidText(noPrefix);
        } else if (!form.matcher(text).find()) {
            name.invalidText("must be valid format");
        }
    }

    private static void flocker(Field source) {
        Field name = source.at("datasetName");
        Field uuid = source.at("datasetUUID");
        if (name.isEmpty() && uuid.isEmpty()) {
            source.required("one of datasetName and datasetUUID is required");
        }
        if (!name.isEmpty() && !uuid.isEmpty()) {
            source.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.text().contains("/")) {
            name.invalidText("must not contain '/'");
        }
    }

    private static void quobyte(Field source) {
        String pairs = "must be a host:port pair or multiple pairs separated by commas";
        Field registry = source.at("registry");
        if (registry.isEmpty()) {
            registry.required(pairs);
        } else if (source.at("tenant").isLongerThan(TENANT_MAX)) {
            source.at("tenant").required("must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (String pair : registry.text().split(",", -1)) {
                if (!HOST_AND_PORT.matches(pair)) {
                    registry.invalidText(pairs);
                }
            }
        }
        require(source, "volume");
    }

    private static void fibreChannel(Field source) {
        Field names = source.at("targetWWNs");
        Field ids = source.at("wwids");
        if (names.isEmpty() && ids.isEmpty()) {
            names.required("must specify either targetWWNs or wwids, but not both");
        }
        if (!names.isEmpty() && !ids.isEmpty()) {
            names.invalid("targetWWNs and wwids can not be specified simultaneously");
        }
        Field lun = source.at("lun");
        if (names.isEmpty()) {
            return;
        }
        if (lun.isSet()) {
            lun.mustBeBetween(0, LUN_MAX);
        } else {
            lun.required("lun is required if targetWWNs is specified");
        }
    }

    private static void flex(Field source) {
        require(source, "driver");
        source.at("options").entries().forEach((name, option) -> {
            int slash = name.indexOf('/');
            String domain = "." + (slash < 0 ? name : name.substring(0, slash)).toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                option.invalid(name, "kubernetes.io and k8s.io namespaces are reserved");
            }
        });
    }

    private static void azureDisk(Field source) {
        require(source, "diskName");
        require(source, "diskURI");
        Field caching = source.at("cachingMode");
        if (caching.isSet()) {
            caching.mustBeOneOf("None", "ReadOnly", "ReadWrite");
        }
        Field kind = source.at("kind");
        if (!kind.isSet()) {
            return;
        }
        kind.mustBeOneOf("Dedicated", "Managed", "Shared");
        Field uri = source.at("diskURI");
        if (kind.is("Managed") && !uri.text().startsWith("/subscriptions/")) {
            uri.unsupported("/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/"
                    + "{disk-id}");
        }
        if (!kind.is("Managed") && !uri.text().startsWith("https://")) {
            uri.unsupported("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");
        }
    }

    public static void storageOs(Field source) {
        source.at("volumeName").mustBeGivenAndBe(Names::dnsLabel);
        if (!source.at("volumeNamespace").isEmpty()) {
            source.at("volumeNamespace").mustBe(Names::dnsLabel);
        }
    }

    /// The name of a CSI driver.
    public static void csiDriver(Field driver) {
        if (driver.isEmpty()) {
            driver.required();
            return;
        }
        if (driver.isLongerThan(DRIVER_MAX)) {
            driver.tooLong(DRIVER_MAX);
        }
        driver.mustBe(name -> Names.dnsSubdomain(name.toLowerCase(Locale.ROOT)));
    }
}
