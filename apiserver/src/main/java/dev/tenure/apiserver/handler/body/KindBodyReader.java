package dev.tenure.apiserver.handler.body;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.WriteOptions.Strictness;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
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
        return entry(type).flatMap(e -> e.custom().map(custom -> new CustomBodyReader(e, custom)));
    }

    private Optional<KindEntry> entry(ResourceType type) {
        return kinds.get().find(type.group(), type.version(), type.resource());
    }

    /// @throws DecodeException when the kind cannot read what its schema allows
    private Decoded readable(Decoded decoded, ResourceType type) {
        Optional<String> fault = entry(type)
                .filter(entry -> entry.type().kind().equals(decoded.kind().kind()))
                .flatMap(entry -> entry.strategy().unreadable(decoded.object()));
        if (fault.isPresent()) {
            throw DecodeException.of(decoded.kind(), fault.get());
        }
        return decoded;
    }

    @Override
    public Decoded read(Body body, ResourceType expected, Strictness strictness, List<String> warnings) {
        Optional<CustomBodyReader> defined = defined(expected);
        return defined.isPresent()
                ? defined.get().read(body, strictness, warnings)
                : readable(body, builtIn.read(body, expected, strictness, warnings), expected);
    }

    private Decoded readable(Body body, Decoded decoded, ResourceType type) {
        try {
            return readable(decoded, type);
        } catch (DecodeException e) {
            throw new RefusedException(Statuses.badRequest(e.answer(type.kind(), body.bytes())));
        }
    }

    @Override
    public void checkFormat(Body body, ResourceType expected) {
        if (defined(expected).isEmpty()) {
            builtIn.checkFormat(body, expected);
        } else {
            CustomBodyReader.checkFormat(body);
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
        return defined.isPresent()
                ? defined.get().normalise(patched)
                : readable(builtIn.normalise(patched, type), type);
    }

    @Override
    public Decoded merged(ObjectNode merged, ResourceType type) {
        Optional<CustomBodyReader> defined = defined(type);
        return defined.isPresent() ? defined.get().merged(merged) : readable(builtIn.merged(merged, type), type);
    }

    @Override
    public Decoded normalise(ObjectNode patched, ObjectNode old, ResourceType type) {
        Optional<CustomBodyReader> defined = defined(type);
        return defined.isPresent()
                ? defined.get().normalise(patched)
                : readable(builtIn.normalise(patched, old, type), type);
    }
}
