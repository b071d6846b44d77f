package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Services.
public final class ServiceStrategy implements PlainKind {
    private static final int AFFINITY_SECONDS = 10800;
    private static final String CLUSTER_IPS = "clusterIPs";
    private static final String CLUSTER = "Cluster";

    @Override
    public NameFormat nameFormat() {
        return NameFormat.DNS_LABEL;
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
            Trees.fillAbsent(spec, "internalTrafficPolicy", CLUSTER);
        }
        if (Services.isBalanced(spec)) {
            Trees.fill(spec, "allocateLoadBalancerNodePorts", true);
            for (ObjectNode ingress :
                    Trees.objects(service.path("status").path("loadBalancer").path("ingress"))) {
                if (!Trees.blank(ingress, "ip")) {
                    Trees.fillAbsent(ingress, "ipMode", "VIP");
                }
            }
        }
    }

    /// As upstream, which takes this field from such services whenever it reads one.
    @Override
    public void beforeStoring(ObjectNode service) {
        if (service.get("spec") instanceof ObjectNode spec && !Services.needsClusterAddress(spec)) {
            spec.remove("internalTrafficPolicy");
        }
    }

    /// Upstream keeps that field, and does not show it. Services of old had one address, and did not tell its
    /// family; those without an address get theirs when they are written next. Upstream:
    /// defaultOnReadService.
    @Override
    public void whenRead(ObjectNode service) {
        beforeStoring(service);
        ObjectNode spec = Trees.object(service, "spec");
        if (!Services.needsClusterAddress(spec) || Trees.blank(spec, "clusterIP")) {
            return;
        }
        if (spec.path(CLUSTER_IPS).isEmpty()) {
            spec.putArray(CLUSTER_IPS).add(spec.path("clusterIP").asText());
        }
        if (spec.path("ipFamilies").isEmpty() && !Services.hasAddressNone(spec)) {
            ArrayNode families = Json.array();
            spec.path(CLUSTER_IPS)
                    .forEach(address -> families.add(address.asText().contains(":") ? "IPv6" : "IPv4"));
            spec.set("ipFamilies", families);
            spec.put("ipFamilyPolicy", families.size() == 1 ? "SingleStack" : "RequireDualStack");
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
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            KindStrategy.keepAllBut(next, old, "status");
            setDefaults(next);
            return;
        }
        KindStrategy.keep(next, old, "status");
        ObjectNode spec = Trees.object(next, "spec");
        JsonNode oldSpec = old.path("spec");
        ServiceChange.dropUnfit(spec, oldSpec);
        if (!Services.isBalanced(spec)) {
            Trees.object(next, "status").putObject("loadBalancer");
        }
    }

    @Override
    public void validate(ObjectNode service, FieldErrors errors) {
        ObjectMetaValidation.object(service, NameFormat.DNS_LABEL, errors);
        ServiceValidation.check(Field.root(service, errors), MissingNode.INSTANCE);
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        if (subresource.equals("status")) {
            ServiceStatusValidation.check(Field.root(next, errors).at("status", "loadBalancer"), next.path("spec"));
            return;
        }
        Field spec = Field.root(next, errors).at("spec");
        ServiceChange.check(spec, old.path("spec"));
        ServiceValidation.check(Field.root(next, errors), old);
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        JsonNode spec = next.path("spec");
        List<String> warnings = new ArrayList<>();
        ServiceAnnotations.warning(next).ifPresent(warnings::add);
        warnings.addAll(ofAddresses(spec, CLUSTER_IPS));
        if (isPlainlyHeadless(spec)) {
            ignoredWhenHeadless(spec, warnings);
        }
        warnings.addAll(ofAddresses(spec, "externalIPs"));
        if (hasOuterAddresses(spec) && Services.needsClusterAddress(spec) && !isPlainlyHeadless(spec)) {
            warnings.add("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
        }
        warnings.addAll(Addresses.ipWarnings(
                "spec.loadBalancerIP", spec.path("loadBalancerIP").asText("")));
        JsonNode sources = spec.path("loadBalancerSourceRanges");
        for (int i = 0; i < sources.size(); i++) {
            warnings.addAll(Addresses.rangeWarnings(
                    "spec.loadBalancerSourceRanges[%d]".formatted(i),
                    sources.get(i).asText()));
        }
        ofTypes(spec, warnings);
        return warnings;
    }

    @Override
    public List<String> statusWarnings(ObjectNode next) {
        List<String> warnings = new ArrayList<>();
        JsonNode ingress = next.at("/status/loadBalancer/ingress");
        for (int i = 0; i < ingress.size(); i++) {
            warnings.addAll(Addresses.ipWarnings(
                    "status.loadBalancer.ingress[%d]".formatted(i),
                    ingress.get(i).path("ip").asText("")));
        }
        return warnings;
    }

    private static boolean isPlainlyHeadless(JsonNode spec) {
        return spec.path("type").asText("").equals("ClusterIP")
                && spec.path("clusterIP").asText("").equals("None");
    }

    private static boolean hasOuterAddresses(JsonNode spec) {
        return !spec.path("externalIPs").isEmpty();
    }

    private static void ignoredWhenHeadless(JsonNode spec, List<String> warnings) {
        if (!spec.path("loadBalancerIP").asText("").isEmpty()) {
            warnings.add("spec.loadBalancerIP is ignored for headless services");
        }
        if (hasOuterAddresses(spec)) {
            warnings.add("spec.externalIPs is ignored for headless services");
        }
        if (!spec.path("sessionAffinity").asText("").equals("None")) {
            warnings.add("spec.SessionAffinity is ignored for headless services");
        }
    }

    private static void ofTypes(JsonNode spec, List<String> warnings) {
        boolean external = !Services.needsClusterAddress(spec);
        if (external && hasOuterAddresses(spec)) {
            warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
        }
        if (!external && !spec.path("externalName").asText("").isEmpty()) {
            warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
        }
        if (spec.path("trafficDistribution").asText("").equals("PreferClose")) {
            warnings.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
        }
    }

    private static List<String> ofAddresses(JsonNode spec, String list) {
        List<String> warnings = new ArrayList<>();
        JsonNode addresses = spec.path(list);
        for (int i = 0; i < addresses.size(); i++) {
            if (!addresses.get(i).asText().equals("None")) {
                warnings.addAll(Addresses.ipWarnings(
                        "spec.%s[%d]".formatted(list, i), addresses.get(i).asText()));
            }
        }
        return warnings;
    }
}
