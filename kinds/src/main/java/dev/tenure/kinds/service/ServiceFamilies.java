package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// Settles, before addresses are given, what a service says of addresses and their families, in a cluster
/// that has IPv4 only. Upstream: pkg/registry/core/service/storage (normalizeClusterIPs, initIPFamilyFields).
public final class ServiceFamilies {
    private static final String SINGLE_STACK = "SingleStack";
    private static final String PREFER_DUAL = "PreferDualStack";
    private static final String REQUIRE_DUAL = "RequireDualStack";
    private static final String FOUR = "IPv4";
    private static final String SIX = "IPv6";
    private static final String CLUSTER_IPS = "clusterIPs";
    private static final String FAMILIES = "ipFamilies";
    private static final String POLICY = "ipFamilyPolicy";

    private final ObjectNode spec;
    private final Optional<JsonNode> old;
    private final FieldErrors errors = new FieldErrors();

    private ServiceFamilies(ObjectNode spec, Optional<JsonNode> old) {
        this.spec = spec;
        this.old = old;
    }

    /// @param spec is changed
    /// @param old what the service was; empty for a new one
    /// @return what is wrong; empty when addresses can be given
    @SuppressWarnings("OptionalUsedAsFieldOrParameterType")
    public static FieldErrors settle(ObjectNode spec, Optional<JsonNode> old) {
        old.ifPresent(before -> ServiceChange.keepUnstated(spec, before));
        sameAddresses(spec, old);
        var families = new ServiceFamilies(spec, old);
        families.settle();
        return families.errors;
    }

    /// The single address and the list say the same.
    private static void sameAddresses(ObjectNode spec, Optional<JsonNode> old) {
        String single = spec.path("clusterIP").asText("");
        if (old.isEmpty()) {
            if (!single.isEmpty() && spec.path(CLUSTER_IPS).isEmpty()) {
                spec.putArray(CLUSTER_IPS).add(single);
            }
            return;
        }
        JsonNode before = old.get().path(CLUSTER_IPS);
        String oldSingle = old.get().path("clusterIP").asText("");
        if (!before.isEmpty() && spec.path(CLUSTER_IPS).isEmpty() && oldSingle.equals(single)) {
            spec.set(CLUSTER_IPS, before.deepCopy());
        }
        if (oldSingle.equals(single) || !sameList(spec.path(CLUSTER_IPS), before)) {
            return;
        }
        if (single.isEmpty()) {
            spec.remove(CLUSTER_IPS);
        } else {
            spec.putArray(CLUSTER_IPS).add(single);
        }
    }

    private static boolean sameList(JsonNode one, JsonNode other) {
        return one.isEmpty() ? other.isEmpty() : SameValue.same(one, other);
    }

    private void settle() {
        if (!Services.needsClusterAddress(spec) || old.filter(this::staysDual).isPresent()) {
            return;
        }
        if (!spec.hasNonNull(POLICY)) {
            spec.put(POLICY, policy());
        }
        ServiceAddressValidation.check(Field.of(new Path("spec"), spec, errors));
        if (!errors.isEmpty()) {
            return;
        }
        old.ifPresent(this::shrink);
        counts();
        familiesOfAddresses();
        if (!errors.isEmpty()) {
            return;
        }
        if (isBare()) {
            bare();
            return;
        }
        configured();
        if (errors.isEmpty() && spec.path(FAMILIES).isEmpty()) {
            spec.putArray(FAMILIES).add(FOUR);
        }
    }

    /// Neither address nor pods: whoever writes its endpoints knows their families.
    private boolean isBare() {
        return spec.path("clusterIP").asText("").equals("None")
                && spec.path("selector").isEmpty();
    }

    private String policy() {
        String before = old.map(o -> o.path(POLICY).asText("")).orElse("");
        if (!before.isEmpty()) {
            return before;
        }
        return isBare() ? REQUIRE_DUAL : SINGLE_STACK;
    }

    private boolean isSingle() {
        return spec.path(POLICY).asText("").equals(SINGLE_STACK);
    }

    private boolean staysDual(JsonNode before) {
        String policyBefore = before.path(POLICY).asText(PREFER_DUAL);
        return spec.path(POLICY).asText("").equals(PREFER_DUAL)
                && policyBefore.equals(PREFER_DUAL)
                && spec.path("type").equals(before.path("type"))
                && Services.hasClusterAddress(spec)
                && sameList(spec.path(CLUSTER_IPS), before.path(CLUSTER_IPS))
                && sameList(spec.path(FAMILIES), before.path(FAMILIES));
    }

    private void shrink(JsonNode before) {
        if (isSingle()) {
            first(CLUSTER_IPS, before);
            first(FAMILIES, before);
            return;
        }
        if (isReduced(CLUSTER_IPS, before)) {
            errors.invalid(
                    path(POLICY), spec.path(POLICY), "must be 'SingleStack' to release the secondary cluster IP");
        }
        if (isReduced(FAMILIES, before)) {
            errors.invalid(path(POLICY), spec.path(POLICY), "must be 'SingleStack' to release the secondary IP family");
        }
    }

    private void first(String list, JsonNode before) {
        JsonNode now = spec.path(list);
        if (now.size() > 1 && sameList(now, before.path(list))) {
            spec.putArray(list).add(now.get(0));
        }
    }

    private boolean isReduced(String list, JsonNode before) {
        return spec.path(list).size() == 1 && before.path(list).size() > 1;
    }

    private void counts() {
        if (!isSingle()) {
            return;
        }
        String text = "must be 'RequireDualStack' or 'PreferDualStack' when multiple %s are specified";
        if (spec.path(CLUSTER_IPS).size() == 2) {
            errors.invalid(path(POLICY), spec.path(POLICY), text.formatted("cluster IPs"));
        }
        if (spec.path(FAMILIES).size() == 2) {
            errors.invalid(path(POLICY), spec.path(POLICY), text.formatted("IP families"));
        }
    }

    private void familiesOfAddresses() {
        JsonNode addresses = spec.path(CLUSTER_IPS);
        for (int i = 0; i < addresses.size() && !addresses.get(i).asText("").equals("None"); i++) {
            String family = addresses.get(i).asText("").contains(":") ? SIX : FOUR;
            if (i < spec.path(FAMILIES).size()) {
                continue;
            }
            if (family.equals(FOUR)) {
                families().add(FOUR);
            } else {
                errors.invalid(
                        "spec.clusterIPs[%d]".formatted(i), addresses, family + " is not configured on this cluster");
            }
        }
    }

    private ArrayNode families() {
        return spec.path(FAMILIES) instanceof ArrayNode list ? list : spec.putArray(FAMILIES);
    }

    private void bare() {
        ArrayNode families = families();
        if (families.isEmpty()) {
            families.add(FOUR);
        }
        if (families.size() == 1 && !isSingle()) {
            families.add(families.get(0).asText("").equals(FOUR) ? SIX : FOUR);
        }
    }

    private void configured() {
        if (spec.path(POLICY).asText("").equals(REQUIRE_DUAL)) {
            errors.invalid(path(POLICY), spec.path(POLICY), "this cluster is not configured for dual-stack services");
        }
        JsonNode families = spec.path(FAMILIES);
        for (int i = 0; i < families.size(); i++) {
            if (!families.get(i).asText("").equals(FOUR)) {
                errors.invalid("spec.ipFamilies[%d]".formatted(i), families.get(i), "not configured on this cluster");
            }
        }
    }

    private static String path(String field) {
        return "spec." + field;
    }
}
