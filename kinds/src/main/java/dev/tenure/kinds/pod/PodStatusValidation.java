package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.PodAnnotationsValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as a change of a pod's status.
final class PodStatusValidation {
    private static final String OBSERVED = "observedGeneration";
    private static final String NOT_NEGATIVE = "must be a non-negative integer";
    private static final Set<String> SYSTEM_CONDITIONS = Set.of("PodScheduled", "Ready", "Initialized");
    private static final long ID_MAX = Integer.MAX_VALUE;
    private static final GoStruct ADDRESS = new GoStruct().with("IP", "ip", GoStruct.Zero.TEXT);

    private PodStatusValidation() {}

    static void update(ObjectNode next, ObjectNode old, PodOptions options, FieldErrors errors) {
        Field pod = Field.root(next, errors);
        Field status = pod.at("status");
        Field spec = pod.at("spec");
        JsonNode oldStatus = old.path("status");
        ObjectMetaValidation.update(next, old, errors);
        PodAnnotationsValidation.update(
                pod.at("metadata", "annotations"), old.path("metadata").path("annotations"), spec, options);
        conditions(status.at("conditions"));
        nominated(status.at("nominatedNodeName"), oldStatus, old.path("spec"));
        if (status.at(OBSERVED).number() < 0) {
            status.at(OBSERVED).invalidNumber(NOT_NEGATIVE);
        }
        if (!status.at("qosClass").is(oldStatus.path("qosClass").asText(""))) {
            status.at("qosClass").invalidText(ObjectMetaValidation.IMMUTABLE);
        }
        transitions(status.at("containerStatuses"), oldStatus, old.path("spec"), "containers");
        transitions(status.at("initContainerStatuses"), oldStatus, old.path("spec"), "initContainers");
        transitions(status.at("ephemeralContainerStatuses"), oldStatus, old.path("spec"), "");
        claims(status.at("resourceClaimStatuses"), spec);
        extendedClaim(status.at("extendedResourceClaimStatus"), spec.node());
        addresses(status, oldStatus);
        for (String list : List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
            users(status.at(list), spec.at("os", "name").is("windows"));
        }
        ResourceHealthValidation.check(status, spec.node());
    }

    private static void conditions(Field conditions) {
        for (Field condition : conditions.items()) {
            if (condition.at(OBSERVED).number() < 0) {
                condition.at(OBSERVED).invalidNumber(NOT_NEGATIVE);
            }
            Field type = condition.at("type");
            if (!SYSTEM_CONDITIONS.contains(type.text())) {
                type.under(condition.path().child("Type")).mustBe(Names::qualified);
            }
        }
    }

    private static void nominated(Field node, JsonNode oldStatus, JsonNode oldSpec) {
        String before = oldStatus.path("nominatedNodeName").asText("");
        if (node.isEmpty() || node.is(before)) {
            return;
        }
        node.mustBe(Names::dnsSubdomain);
        if (!oldSpec.path("nodeName").asText("").isEmpty()) {
            node.forbidden("may not be set on pods that are already bound to a node");
        }
    }

    /// Checks that containers that ended do not live again, unless their restart policy lets them.
    ///
    /// @param containers where they are described; empty for those that never restart
    private static void transitions(Field statuses, JsonNode oldStatus, JsonNode spec, String containers) {
        if (!containers.isEmpty() && RestartRule.anyMayRestartAll(spec)) {
            return;
        }
        String path = statuses.path().text();
        JsonNode before = oldStatus.path(path.substring(path.indexOf('.') + 1));
        for (int i = 0; i < before.size(); i++) {
            JsonNode ended = before.get(i).path("state").path("terminated");
            String name = before.get(i).path("name").asText();
            if (ended.isMissingNode() || !livesAgain(statuses.node(), name)) {
                continue;
            }
            boolean allowed = !containers.isEmpty()
                    && RestartRule.restarts(
                            named(spec.path(containers), name),
                            spec,
                            ended.path("exitCode").asLong());
            if (!allowed) {
                statuses.under(statuses.path().index(i))
                        .at("state")
                        .forbidden("may not be transitioned to non-terminated state");
            }
        }
    }

    private static boolean livesAgain(JsonNode statuses, String name) {
        JsonNode now = named(statuses, name);
        return !now.isMissingNode() && !now.path("state").has("terminated");
    }

    private static JsonNode named(JsonNode list, String name) {
        for (JsonNode one : list) {
            if (one.path("name").asText().equals(name)) {
                return one;
            }
        }
        return MissingNode.INSTANCE;
    }

    private static void claims(Field statuses, Field spec) {
        Set<String> seen = new HashSet<>();
        for (Field status : statuses.items()) {
            Field name = status.at("name");
            if (named(spec.node().path("resourceClaims"), name.text()).isMissingNode()) {
                name.invalidText("must match the name of an entry in `spec.resourceClaims`");
            }
            if (!seen.add(name.text())) {
                name.duplicate();
            }
            if (status.at("resourceClaimName").isSet()) {
                status.at("resourceClaimName").mustBe(Names::dnsSubdomain);
            }
        }
    }

    /// The claim that the scheduler made for extended resources.
    private static void extendedClaim(Field status, JsonNode spec) {
        if (!status.isSet()) {
            return;
        }
        Field mappings = status.at("requestMappings");
        if (mappings.isEmpty()) {
            mappings.required("at least one request mapping is required");
        }
        Set<List<String>> seen = new HashSet<>();
        for (Field mapping : mappings.items()) {
            Field name = mapping.at("containerName");
            Field resource = mapping.at("resourceName");
            Field request = mapping.at("requestName");
            JsonNode container = containerOf(spec, name.text());
            if (container.isMissingNode()) {
                name.invalidText("must match the name of an entry in spec.initContainers.name or spec.containers.name");
            } else if (!container.path("resources").path("requests").has(resource.text())) {
                resource.invalidText("must match the extended resource name of an entry in"
                        + " spec.initContainers.resources.requests or spec.containers.resources.requests");
            }
            // upstream forgets which of the mappings it is
            request.under(status.path().child("requestName")).mustBe(Names::dnsLabel);
            if (!seen.add(List.of(name.text(), resource.text(), request.text()))) {
                name.duplicate();
                resource.duplicate();
                request.duplicate();
            }
        }
        Field claim = status.at("resourceClaimName");
        claim.mustBeGivenAndBe(Names::dnsSubdomain);
    }

    private static JsonNode containerOf(JsonNode spec, String name) {
        JsonNode usual = named(spec.path("containers"), name);
        return usual.isMissingNode() ? named(spec.path("initContainers"), name) : usual;
    }

    private static void addresses(Field status, JsonNode old) {
        onePerFamily(status.at("podIPs"), old.path("podIPs"));
        Field hosts = status.at("hostIPs");
        if (hosts.isEmpty()) {
            return;
        }
        Field first = hosts.items().getFirst().at("ip");
        if (!first.is(status.at("hostIP").text())) {
            first.invalidText("must be equal to `hostIP`");
        }
        onePerFamily(hosts, old.path("hostIPs"));
    }

    private static void onePerFamily(Field addresses, JsonNode old) {
        Set<String> known = new HashSet<>();
        old.forEach(address -> known.add(address.path("ip").asText()));
        List<Field> items = addresses.items();
        for (Field address : items) {
            Field ip = address.at("ip").under(address.path());
            if (!known.contains(ip.text())) {
                ip.mustBe(Addresses::ip);
            }
        }
        if (items.size() > 1) {
            families(addresses);
        }
    }

    /// Of several addresses each has to be one, and no two may be of the same family.
    private static void families(Field addresses) {
        List<Boolean> sixes = new ArrayList<>();
        List<Field> items = addresses.items();
        for (int i = 0; i < items.size(); i++) {
            String text = items.get(i).at("ip").text();
            Optional<Addresses.Ip> ip = Addresses.parse(text);
            if (ip.isEmpty()) {
                addresses
                        .errors()
                        .internal(
                                addresses.path().text(),
                                "failed to check for dual stack with error:invalid IP[%d]: %s".formatted(i, text));
                break;
            }
            sixes.add(ip.get().isV6());
        }
        if (sixes.size() < items.size() || !Addresses.onePerFamily(sixes)) {
            ArrayNode shown = Json.array();
            items.forEach(address -> shown.add(ADDRESS.of(address.node())));
            addresses.invalid(shown, "may specify no more than one IP for each IP family");
        }
    }

    private static void users(Field statuses, boolean windows) {
        for (Field status : statuses.items()) {
            Field linux = status.at("user", "linux");
            if (!linux.isSet()) {
                continue;
            }
            if (windows) {
                linux.forbidden("cannot be set for a windows pod");
                continue;
            }
            linux.at("uid").mustBeBetween(0, ID_MAX);
            linux.at("gid").mustBeBetween(0, ID_MAX);
            linux.at("supplementalGroups").items().forEach(group -> group.mustBeBetween(0, ID_MAX));
        }
    }
}
