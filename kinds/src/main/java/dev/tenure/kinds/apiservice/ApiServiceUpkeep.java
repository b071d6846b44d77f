package dev.tenure.kinds.apiservice;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.kinds.upkeep.OwnRequest;
import dev.tenure.kinds.upkeep.Upkeep;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps an APIService for each version that a CustomResourceDefinition serves, takes away those of versions
/// that none serves any more, and says of all that are served here that they are available. Stateless.
public final class ApiServiceUpkeep implements Upkeep {
    private static final ResourceId DEFINITIONS = new ResourceId("apiextensions.k8s.io", "customresourcedefinitions");
    private static final ResourceId SERVICES = new ResourceId("apiregistration.k8s.io", "apiservices");
    private static final OwnRequest REQUEST = OwnRequest.of(SERVICES);

    @Override
    public String name() {
        return "api-services";
    }

    @Override
    public List<ResourceId> followed() {
        return List.of(DEFINITIONS, SERVICES);
    }

    @Override
    public Optional<Duration> period() {
        return Optional.empty();
    }

    /// What differs from what is to be there.
    @Override
    public List<ApiRequest> writes(Look look) {
        Map<String, ObjectNode> wanted = wanted(look.objects().apply(DEFINITIONS));
        List<ApiRequest> writes = new ArrayList<>();
        for (ObjectNode there : look.objects().apply(SERVICES)) {
            JsonNode metadata = there.path("metadata");
            String name = ObjectTrees.text(metadata, "name");
            ObjectNode service = wanted.remove(name);
            String managed =
                    metadata.path("labels").path(LocalApiServices.MANAGED).asText("");
            if (managed.equals(LocalApiServices.ALWAYS)) {
                compare(there, service, writes);
            }
            if (ApiServiceStrategy.isLocal(there)) {
                ObjectNode next = there.deepCopy();
                LocalApiServices.setAvailable(next, ObjectTrees.seconds(look.now()));
                if (!next.equals(there)) {
                    writes.add(REQUEST.updateStatus(next));
                }
            }
        }
        wanted.forEach((_, service) -> writes.add(REQUEST.create(service)));
        return writes;
    }

    private static void compare(ObjectNode there, @Nullable ObjectNode wanted, List<ApiRequest> writes) {
        if (wanted == null) {
            writes.add(REQUEST.delete(there));
        } else if (!SameValue.same(there.path("spec"), wanted.path("spec"))) {
            ObjectNode next = there.deepCopy();
            next.set("spec", wanted.path("spec"));
            writes.add(REQUEST.update(next));
        }
    }

    /// By name.
    private static Map<String, ObjectNode> wanted(List<ObjectNode> definitions) {
        Map<String, ObjectNode> wanted = new LinkedHashMap<>();
        for (ObjectNode definition : definitions) {
            String group = definition.path("spec").path("group").asText("");
            for (JsonNode version : definition.path("spec").path("versions")) {
                String name = version.path("name").asText("");
                if (version.path("served").asBoolean(false)) {
                    wanted.putIfAbsent(LocalApiServices.name(group, name), LocalApiServices.ofDefined(group, name));
                }
            }
        }
        return wanted;
    }
}
