package dev.tenure.kinds.podspec;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoRecords;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.util.Map;
import java.util.Optional;

/// What is valid in the annotations of a pod that mean something to Kubernetes.
public final class PodAnnotationsValidation {
    private static final Pattern COST = Pattern.compile("0|-[0-9]+|[1-9][0-9]*");
    public static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
    private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final String LOCAL = "localhost/";
    private static final String UNCONFINED = "unconfined";
    private static final String RUNTIME = "runtime/default";
    private static final String DOCKER = "docker/default";

    private static final GoRecords RECORDS = GoRecords.of(
            "core.Toleration",
            "Key",
            "string",
            "Operator",
            "core.TolerationOperator",
            "Value",
            "string",
            "Effect",
            "core.TaintEffect",
            "TolerationSeconds",
            "int64");

    private PodAnnotationsValidation() {}

    public static void check(Field annotations, Field spec, PodOptions options) {
        Map<String, Field> all = annotations.entries();
        Field mirror = all.get(MIRROR);
        if (mirror != null && spec.at("nodeName").isEmpty()) {
            mirror.invalidText("must set spec.nodeName if mirror pod annotation is set");
        }
        tolerations(annotations, options);
        if (!options.anyDeletionCost() && !deletionCostIsNumber(annotations.node())) {
            annotations
                    .at(DELETION_COST)
                    .under(annotations.path().key(DELETION_COST))
                    .invalidText("must be a 32bit integer");
        }
        seccomp(annotations, all);
        all.forEach((key, value) -> appArmor(key, value, spec));
    }

    private static void tolerations(Field annotations, PodOptions options) {
        String text = annotations.node().path(TOLERATIONS).asText("");
        if (text.isEmpty()) {
            return;
        }
        Optional<String> fault = RECORDS.fault(text);
        if (fault.isPresent()) {
            annotations.invalid(TOLERATIONS, fault.get());
            return;
        }
        Field list = Field.of(annotations.path().child(TOLERATIONS), RECORDS.read(text), annotations.errors());
        TolerationValidation.tolerations(list, options.comparisonOperators());
    }

    static boolean deletionCostIsNumber(JsonNode annotations) {
        JsonNode cost = annotations.path(DELETION_COST);
        if (cost.isMissingNode()) {
            return true;
        }
        String text = cost.asText();
        if (!COST.matches(text)) {
            return false;
        }
        try {
            Integer.parseInt(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static void seccomp(Field annotations, Map<String, Field> all) {
        if (all.containsKey(SECCOMP_POD)) {
            seccompProfile(annotations.at(SECCOMP_POD));
        }
        for (String key : all.keySet()) {
            if (key.startsWith(SECCOMP_CONTAINER)) {
                seccompProfile(annotations.at(key));
            }
        }
    }

    private static void seccompProfile(Field profile) {
        String text = profile.text();
        if (text.startsWith(LOCAL)) {
            String path = text.substring(LOCAL.length());
            PathValidation.downwards(Field.of(profile.path(), TextNode.valueOf(path), profile.errors()));
        } else if (!text.equals(RUNTIME) && !text.equals(DOCKER) && !text.equals(UNCONFINED)) {
            profile.invalidText("must be a valid seccomp profile");
        }
    }

    private static void appArmor(String key, Field profile, Field spec) {
        if (!key.startsWith(APP_ARMOR)) {
            return;
        }
        String container = key.substring(APP_ARMOR.length());
        boolean known = ContainerVisits.all(spec).stream()
                .anyMatch(one -> one.at("name").is(container));
        if (!known) {
            profile.invalid(container, "container not found");
        }
        String text = profile.text();
        boolean valid = text.isEmpty() || text.equals(RUNTIME) || text.equals(UNCONFINED) || text.startsWith(LOCAL);
        if (!valid) {
            profile.invalidText("invalid AppArmor profile name: " + Quoted.of(text));
        }
    }

    /// Checks the annotations that an update may not touch, then the new ones as a whole.
    public static void update(Field annotations, JsonNode old, Field spec, PodOptions options) {
        old.properties().forEach(entry -> {
            String key = entry.getKey();
            if (annotations.node().path(key).equals(entry.getValue())) {
                return;
            }
            if (key.startsWith(APP_ARMOR)) {
                annotations
                        .under(annotations.path().key(key))
                        .forbidden("may not remove or update AppArmor annotations");
            }
            if (key.equals(MIRROR)) {
                annotations
                        .under(annotations.path().key(key))
                        .forbidden("may not remove or update mirror pod annotation");
            }
        });
        annotations.entries().forEach((key, value) -> {
            if (old.has(key)) {
                return;
            }
            if (key.startsWith(APP_ARMOR)) {
                value.forbidden("may not add AppArmor annotations");
            }
            if (key.equals(MIRROR)) {
                value.forbidden("may not add mirror pod annotation");
            }
        });
        check(annotations, spec, options);
    }

    /// Checks that what annotations of older releases say about profiles is what the fields say.
    public static void matchFields(JsonNode annotations, Field spec) {
        Field ofPod = spec.at("securityContext", "seccompProfile");
        if (ofPod.isSet() && annotations.has(SECCOMP_POD)) {
            seccompMatches(annotations.path(SECCOMP_POD).asText(), ofPod);
        }
        for (Field container : ContainerVisits.all(spec)) {
            Field own = container.at("securityContext", "seccompProfile");
            JsonNode annotation =
                    annotations.path(SECCOMP_CONTAINER + container.at("name").text());
            if (own.isSet() && annotation.isTextual()) {
                seccompMatches(annotation.asText(), own);
            }
        }
        if (!spec.at("os", "name").is("windows")) {
            ContainerVisits.all(spec).forEach(container -> appArmorMatches(annotations, container, spec));
        }
    }

    private static void seccompMatches(String annotation, Field profile) {
        boolean same = switch (profile.at("type").text()) {
            case "Unconfined" -> annotation.equals(UNCONFINED);
            case "RuntimeDefault" -> annotation.equals(RUNTIME) || annotation.equals(DOCKER);
            case "Localhost" -> annotation.startsWith(LOCAL);
            default -> true;
        };
        if (!same) {
            profile.at("type").forbidden("seccomp type in annotation and field must match");
        } else if (profile.at("type").is("Localhost")
                && !profile.at("localhostProfile").is(annotation.substring(LOCAL.length()))) {
            profile.at("localhostProfile").forbidden("seccomp profile in annotation and field must match");
        }
    }

    private static void appArmorMatches(JsonNode annotations, Field container, Field spec) {
        Field place = container.at("securityContext", "appArmorProfile");
        Field profile = place.isSet() ? place : spec.at("securityContext", "appArmorProfile");
        JsonNode node = annotations.path(APP_ARMOR + container.at("name").text());
        if (!profile.isSet() || !node.isTextual()) {
            return;
        }
        String annotation = node.asText();
        boolean same = switch (profile.at("type").text()) {
            case "Unconfined" -> annotation.equals(UNCONFINED);
            case "RuntimeDefault" -> annotation.equals(RUNTIME);
            case "Localhost" -> annotation.startsWith(LOCAL);
            default -> true;
        };
        if (!same) {
            place.at("type").forbidden("apparmor type in annotation and field must match");
        } else if (profile.at("type").is("Localhost")
                && !profile.at("localhostProfile").is(annotation.substring(LOCAL.length()))) {
            place.at("localhostProfile").forbidden("apparmor profile in annotation and field must match");
        }
    }
}
