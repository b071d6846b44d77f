package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.Decoded;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Reads each body along what its kind is: built in, or defined at run time.
public final class KindBodyReader implements BodyReader {
    private final BodyReader builtIn;
    private final Published<KindTable> kinds;

    public KindBodyReader(BodyReader builtIn, Published<KindTable> kinds) {
        this.builtIn = builtIn;
        this.kinds = kinds;
    }

    private Optional<CustomBodyReader> defined(ResourceType type) {
        Optional<KindEntry> entry = kinds.get().find(type.group(), type.version(), type.resource());
        return entry.flatMap(e -> e.custom().map(custom -> new CustomBodyReader(e, custom)));
    }

    @Override
    public Decoded read(Body body, ResourceType expected, Strictness strictness, List<String> warnings) {
        Optional<CustomBodyReader> defined = defined(expected);
        return defined.isPresent()
                ? defined.get().read(body, strictness, warnings)
                : builtIn.read(body, expected, strictness, warnings);
    }

    @Override
    public void checkFormat(Body body, ResourceType expected) {
        if (defined(expected).isEmpty()) {
            builtIn.checkFormat(body, expected);
        }
    }

    @Override
    public Configuration configuration(Body body) {
        return builtIn.configuration(body);
    }

    @Override
    public ObjectNode deleteOptions(Body body) {
        return builtIn.deleteOptions(body);
    }

    @Override
    public Decoded normalise(ObjectNode patched, ResourceType type) {
        Optional<CustomBodyReader> defined = defined(type);
        return defined.isPresent() ? defined.get().normalise(patched) : builtIn.normalise(patched, type);
    }

    @Override
    public Decoded merged(ObjectNode merged, ResourceType type) {
        Optional<CustomBodyReader> defined = defined(type);
        return defined.isPresent() ? defined.get().merged(merged) : builtIn.merged(merged, type);
    }

    @Override
    public Decoded normalise(ObjectNode patched, ObjectNode old, ResourceType type) {
        Optional<CustomBodyReader> defined = defined(type);
        return defined.isPresent() ? defined.get().normalise(patched) : builtIn.normalise(patched, old, type);
    }
}
