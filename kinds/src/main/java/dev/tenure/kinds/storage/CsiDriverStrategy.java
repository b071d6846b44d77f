package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// CSI drivers.
public final class CsiDriverStrategy implements PlainKind {
    private static final int UPDATE_SECONDS_MIN = 10;
    private static final int TOKEN_SECONDS_MIN = 600;
    private static final long TOKEN_SECONDS_MAX = 1L << 32;
    private static final String MODES = "volumeLifecycleModes";

    @Override
    public void setDefaults(ObjectNode driver) {
        ObjectNode spec = Trees.object(driver, "spec");
        Trees.fill(spec, "attachRequired", true);
        Trees.fill(spec, "podInfoOnMount", false);
        Trees.fill(spec, "storageCapacity", false);
        if (!spec.hasNonNull("fsGroupPolicy")) {
            spec.put("fsGroupPolicy", "ReadWriteOnceWithFSType");
        }
        if (spec.path(MODES).isEmpty()) {
            spec.putArray(MODES).add("Persistent");
        }
        Trees.fill(spec, "requiresRepublish", false);
        Trees.fill(spec, "seLinuxMount", false);
    }

    @Override
    public void prepareForCreate(ObjectNode driver) {
        Trees.within(driver, "spec", spec -> spec.remove("preventPodSchedulingIfMissing"));
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        Trees.within(next, "spec", spec -> spec.remove("preventPodSchedulingIfMissing"));
        if (!SameValue.same(next.path("spec"), old.path("spec"))) {
            // The only kind that counts its changes without beginning at one.
            long before = old.path("metadata").path("generation").asLong(0);
            Trees.object(next, "metadata").put("generation", before + 1);
        }
    }

    @Override
    public List<String> resetFields(String subresource) {
        return List.of();
    }

    @Override
    public void validate(ObjectNode driver, FieldErrors errors) {
        ObjectMetaValidation.object(driver, nameFormat(), errors);
        spec(Field.root(driver, errors).at("spec"));
    }

    private static void spec(Field spec) {
        spec.at("fsGroupPolicy").mustBeOneOf("File", "None", "ReadWriteOnceWithFSType");
        tokens(spec.at("tokenRequests"));
        for (String mode : spec.at(MODES).texts()) {
            if (!List.of("Persistent", "Ephemeral").contains(mode)) {
                spec.errors().notSupported(spec.at(MODES).path().text(), mode, List.of("Persistent", "Ephemeral"));
            }
        }
        Field period = spec.at("nodeAllocatableUpdatePeriodSeconds");
        if (period.isSet() && period.number() < UPDATE_SECONDS_MIN) {
            period.invalidNumber("must be greater than or equal to 10 seconds");
        }
        Field secrets = spec.at("serviceAccountTokenInSecrets");
        if (secrets.isSet() && spec.at("tokenRequests").isEmpty()) {
            secrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    private static void tokens(Field requests) {
        Set<String> audiences = new HashSet<>();
        for (Field request : requests.items()) {
            if (!audiences.add(request.at("audience").text())) {
                request.at("audience").duplicate();
                continue;
            }
            Field seconds = request.at("expirationSeconds");
            if (seconds.isSet() && seconds.number() < TOKEN_SECONDS_MIN) {
                seconds.invalidNumber("may not specify a duration less than 10 minutes");
            }
            if (seconds.number() > TOKEN_SECONDS_MAX) {
                seconds.invalidNumber("may not specify a duration larger than 2^32 seconds");
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field spec = Field.root(next, errors).at("spec");
        spec(spec);
        JsonNode before = old.path("spec");
        Field attached = spec.at("attachRequired").under(spec.path().child("attachedRequired"));
        ObjectMetaValidation.immutable(attached, before.path("attachRequired"));
        ObjectMetaValidation.immutable(spec.at(MODES), before.path(MODES));
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        JsonNode spec = next.path("spec");
        JsonNode tokens = spec.path("tokenRequests");
        boolean asked = !tokens.isEmpty() && !spec.hasNonNull("serviceAccountTokenInSecrets");
        boolean changed =
                old.isEmpty() || !SameValue.same(tokens, old.get().path("spec").path("tokenRequests"));
        return asked && changed
                ? List.of("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to"
                        + " prevent possible logging of tokens in volume attributes")
                : List.of();
    }
}
