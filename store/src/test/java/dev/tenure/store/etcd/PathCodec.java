package dev.tenure.store.etcd;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.ViewReader;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.Store.ResourceId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Objects of tests: the key as it is, and before the JSON what stands in the header, one entry a line.
public final class PathCodec implements StorageCodec {
    private final ViewReader reader;
    private final Map<String, Duration> lifetimes;

    /// @param lifetimes by resource
    public PathCodec(ViewReader reader, Map<String, Duration> lifetimes) {
        this.reader = reader;
        this.lifetimes = Map.copyOf(lifetimes);
    }

    @Override
    public String path(ObjectKey key) {
        return key.path().substring(1);
    }

    @Override
    public String folder(ResourceId resource, String namespace) {
        return resource.group() + "/" + resource.resource() + "/" + (namespace.isEmpty() ? "" : namespace + "/");
    }

    @Override
    public Optional<ObjectKey> key(String path) {
        return path.startsWith("foreign/") ? Optional.empty() : Optional.of(ObjectKey.ofPath("/" + path));
    }

    @Override
    public byte[] encode(StoredObject object) {
        var text = new StringBuilder(object.uid()).append('\n');
        text.append(String.join("&", entries(object.header().labels()))).append('\n');
        text.append(String.join("&", entries(object.header().fields()))).append('\n');
        text.append(new String(object.json(), StandardCharsets.UTF_8));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> entries(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
    }

    @Override
    public StoredObject decode(ObjectKey key, byte[] value) {
        String[] lines = new String(value, StandardCharsets.UTF_8).split("\n", 4);
        var header = new StoredObject.Header(key, lines[0], map(lines[1]), List.of(), map(lines[2]), false);
        return new StoredObject(header, lines[3].getBytes(StandardCharsets.UTF_8), 0, reader);
    }

    private static Map<String, String> map(String line) {
        var map = new HashMap<String, String>();
        for (String entry : line.split("&")) {
            int sign = entry.indexOf('=');
            if (sign > 0) {
                map.put(entry.substring(0, sign), entry.substring(sign + 1));
            }
        }
        return map;
    }

    @Override
    public Optional<Duration> lifetime(ResourceId resource) {
        return Optional.ofNullable(lifetimes.get(resource.resource()));
    }
}
