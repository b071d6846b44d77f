package dev.tenure.simnodes.config;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Which keys a ConfigMap or Secret has.
///
/// @param texts those whose values can be variables
/// @param bytes those that can only be files
public record ConfigKeys(Set<String> texts, Set<String> bytes) {
    public ConfigKeys {
        texts = Frozen.set(texts);
        bytes = Frozen.set(bytes);
    }

    /// @param object the whole `ConfigMap` or `Secret`
    public static ConfigKeys of(JsonNode object) {
        return new ConfigKeys(names(object.path("data")), names(object.path("binaryData")));
    }

    private static Set<String> names(JsonNode data) {
        return data.propertyStream().map(Map.Entry::getKey).collect(Collectors.toUnmodifiableSet());
    }

    boolean has(String key, boolean file) {
        return texts.contains(key) || (file && bytes.contains(key));
    }
}
