package dev.tenure.kinds.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.NameRule;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaRule;
import dev.tenure.apiserver.registry.meta.PlainKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Services.
public final class ServiceStrategy implements PlainKind {
    private static final int AFFINITY_SECONDS = 10800;
    private static final String CLUSTER_IP = "clusterIP";
    private static final String CLUSTER_IPS = "clusterIPs";
    private static final String CLUSTER = "Cluster";

    @Override
    public NameRule nameRule() {
        return NameRule.DNS_LABEL;
    }

    @Override
    public void setDefaults(ObjectNode service) {
        ObjectNode spec = Trees.object(service, "spec");
        affinity(spec);
        Trees.fill(spec, "type", "ClusterIP");
        for (ObjectNode port : Trees.objects(spec.path("ports"))) {
            Trees.fill(port, "protocol", "TCP");
            JsonNode target = port.path("targetPort");
            if (Trees.blank(port, "targetPort") || (target.isNumber() && target.asInt() == 0)) {
                port.put("targetPort", port.path("port").asInt());
            }
        }
        if (Services.isReachableFromOutside(spec)) {
            Trees.fill(spec, "externalTrafficPolicy", CLUSTER);
        }
        if (Services.hasClusterAddress(spec)) {
            Trees.fill(spec, "internalTrafficPolicy", CLUSTER);
        }
        if (Services.isBalanced(spec)) {
            Trees.fill(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    private static void affinity(ObjectNode spec) {
        Trees.fill(spec, "sessionAffinity", "None");
        switch (spec.path("sessionAffinity").asText()) {
            case "None" -> spec.remove("sessionAffinityConfig");
            case "ClientIP" -> {
                JsonNode config = spec.path("sessionAffinityConfig");
                if (!config.path("clientIP").hasNonNull("timeoutSeconds")) {
                    spec.putObject("sessionAffinityConfig")
                            .putObject("clientIP")
                            .put("timeoutSeconds", AFFINITY_SECONDS);
                }
            }
            default -> {
                // Validation refuses it.
            }
        }
    }

    @Override
    public void prepareForCreate(ObjectNode service) {
        service.putObject("status").putObject("loadBalancer");
        ObjectNode spec = Trees.object(service, "spec");
        sameAddresses(spec, Optional.empty());
        families(spec);
    }

    /// The single address and the list say the same.
    private static void sameAddresses(ObjectNode spec, Optional<JsonNode> old) {
        String single = spec.path(CLUSTER_IP).asText("");
        boolean listed = !spec.path(CLUSTER_IPS).isEmpty();
        if (old.isEmpty()) {
            if (!single.isEmpty() && !listed) {
                spec.putArray(CLUSTER_IPS).add(single);
            }
            return;
        }
        String oldSingle = old.get().path(CLUSTER_IP).asText("");
        boolean cleared = single.isEmpty() && !oldSingle.isEmpty();
        boolean listKept = spec.path(CLUSTER_IPS).equals(old.get().path(CLUSTER_IPS));
        if (cleared && listKept) {
            spec.remove(CLUSTER_IPS);
        } else if (!single.equals(oldSingle) && listKept) {
            spec.putArray(CLUSTER_IPS).add(single);
        }
    }

    private static void families(ObjectNode spec) {
        if (!Services.hasClusterAddress(spec)) {
            return;
        }
        Trees.fill(spec, "ipFamilyPolicy", "SingleStack");
        if (spec.path("ipFamilies").isEmpty()) {
            String first = spec.path(CLUSTER_IPS).path(0).asText("");
            spec.putArray("ipFamilies").add(first.contains(":") ? "IPv6" : "IPv4");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            KindStrategy.keepAllBut(next, old, "status");
            return;
        }
        KindStrategy.keep(next, old, "status");
        ObjectNode spec = Trees.object(next, "spec");
        JsonNode oldSpec = old.path("spec");
        ServiceChange.keepUnsaid(spec, oldSpec);
        sameAddresses(spec, Optional.of(oldSpec));
        ServiceChange.dropUnfit(spec, oldSpec);
        families(spec);
    }

    @Override
    public void validate(ObjectNode service, FieldErrors errors) {
        ObjectMetaRule.object(service, NameRule.DNS_LABEL, errors);
        ServiceRule.check(Field.root(service, errors).at("spec"));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaRule.update(next, old, errors);
        if (subresource.equals("status")) {
            return;
        }
        Field spec = Field.root(next, errors).at("spec");
        ServiceChange.check(spec, old.path("spec"));
        ServiceRule.check(spec);
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode spec = next.path("spec");
        for (String list : List.of(CLUSTER_IPS, "externalIPs")) {
            JsonNode addresses = spec.path(list);
            for (int i = 0; i < addresses.size(); i++) {
                if (!addresses.get(i).asText().equals("None")) {
                    warnings.addAll(Addresses.ipWarnings(
                            "spec.%s[%d]".formatted(list, i), addresses.get(i).asText()));
                }
            }
        }
        if (spec.path("type").asText().equals("ExternalName")
                && !spec.path("externalIPs").isEmpty()) {
            warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
        }
        return warnings;
    }
}
