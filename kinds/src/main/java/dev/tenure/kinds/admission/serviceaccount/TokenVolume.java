package dev.tenure.kinds.admission.serviceaccount;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.random.RandomGenerator;

/// The volume through which containers find the token of their service account, and the API server's
/// certificate. As safe for use by several threads as its source of chance is.
final class TokenVolume {
    private static final String PREFIX = "kube-api-access-";
    private static final String WHERE = "/var/run/secrets/kubernetes.io/serviceaccount";
    /// A little over an hour: recognises tokens whose expiry is only warned about.
    private static final int LIFETIME_SECONDS = 3607;
    private static final int MODE = 0644;
    private static final int SUFFIX = 5;
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private final RandomGenerator random;

    TokenVolume(RandomGenerator random) {
        this.random = random;
    }

    /// Mounts the volume in every container that has nothing of its own in that place.
    void mount(ObjectNode spec) {
        String name = PREFIX;
        for (JsonNode volume : spec.path("volumes")) {
            if (volume.path("name").asText("").startsWith(PREFIX)) {
                name = volume.path("name").asText();
                break;
            }
        }
        boolean there = !name.equals(PREFIX);
        String volume = there ? name : name + suffix();
        boolean needed = false;
        for (String list : List.of("initContainers", "containers")) {
            for (ObjectNode container : Trees.objects(spec.path(list))) {
                needed |= mountIn(container, volume);
            }
        }
        if (needed && !there) {
            add(Trees.list(spec, "volumes"), volume);
        }
    }

    private String suffix() {
        StringBuilder suffix = new StringBuilder(SUFFIX);
        for (int i = 0; i < SUFFIX; i++) {
            suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return suffix.toString();
    }

    private static boolean mountIn(ObjectNode container, String volume) {
        for (JsonNode mount : container.path("volumeMounts")) {
            if (mount.path("mountPath").asText("").equals(WHERE)) {
                return false;
            }
        }
        Trees.list(container, "volumeMounts")
                .addObject()
                .put("name", volume)
                .put("readOnly", true)
                .put("mountPath", WHERE);
        return true;
    }

    private static void add(ArrayNode volumes, String name) {
        ObjectNode volume = volumes.addObject().put("name", name);
        ObjectNode projected = volume.putObject("projected");
        ArrayNode sources = projected.putArray("sources");
        projected.put("defaultMode", MODE);
        sources.addObject()
                .putObject("serviceAccountToken")
                .put("expirationSeconds", LIFETIME_SECONDS)
                .put("path", "token");
        ObjectNode certificate = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        certificate.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
        ObjectNode namespace =
                sources.addObject().putObject("downwardAPI").putArray("items").addObject();
        namespace.put("path", "namespace");
        namespace.putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
    }
}
