package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.kinds.admission.policy.MutatingPolicy.Mutation;
import dev.tenure.kinds.expression.WrittenTrees;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.patch.JsonPatch;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.patch.managedfields.ConfigurationMerge;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.Optional;

/// An object changed by what the expression of a mutation came to. Pure. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/patch.
///
/// @param bodies bring objects into canonical form
record ObjectMutation(BodyReader bodies, KindTable kinds) {
    /// What becomes of the object.
    sealed interface Outcome {
        record Changed(ObjectNode object) implements Outcome {}

        /// A patch asked for what is not so.
        record Untouched() implements Outcome {}

        record Fault(String why) implements Outcome {}
    }

    private Optional<KindEntry> custom(Matched as) {
        return kinds.ofKind(as.kind().apiVersion(), as.kind().kind())
                .filter(entry -> entry.custom().isPresent());
    }

    private Optional<ObjectType> structure(Matched as) {
        Optional<KindEntry> custom = custom(as);
        return custom.isPresent()
                ? custom.flatMap(KindEntry::custom).map(CustomKind::structure)
                : Schema.builtIn().kind(as.kind().apiVersion(), as.kind().kind());
    }

    /// @param value what the expression came to
    /// @throws RefusedException with 500 when the object is none of its kind any more
    Outcome apply(ObjectNode object, Matched as, Mutation mutation, Object value) {
        try {
            return mutation.patches()
                    ? patched(object, as, WrittenTrees.operations(value))
                    : merged(object, as, WrittenTrees.configuration(value));
        } catch (IllegalArgumentException e) {
            return new Outcome.Fault(String.valueOf(e.getMessage()));
        }
    }

    private Outcome patched(ObjectNode object, Matched as, ArrayNode patch) {
        ObjectNode patched;
        try {
            patched = JsonPatch.apply(object, patch);
        } catch (PatchException e) {
            return e.misfit().tested() ? new Outcome.Untouched() : new Outcome.Fault("JSON Patch: " + words(e));
        }
        if (structure(as).isEmpty()) {
            return new Outcome.Changed(patched);
        }
        try {
            Decoded decoded = bodies.normalise(patched, type(as));
            if (!decoded.strictErrors().isEmpty() && custom(as).isEmpty()) {
                throw new RefusedException(Statuses.internal(DecodeException.strictMessage(decoded.strictErrors())));
            }
            return new Outcome.Changed(decoded.object());
        } catch (DecodeException e) {
            throw new RefusedException(Statuses.internal(String.valueOf(e.getMessage())));
        }
    }

    private static String words(PatchException e) {
        String misfit = e.misfit().text();
        return misfit.isEmpty() ? String.valueOf(e.getMessage()) : misfit;
    }

    private Outcome merged(ObjectNode object, Matched as, WrittenTrees.Configuration written) {
        // upstream finds no schema of a kind that has no resource of its own, as Scale
        if (kinds.ofKind(as.kind().apiVersion(), as.kind().kind()).isEmpty()) {
            return new Outcome.Fault("error applying patch: failed to convert patch object to typed object:"
                    + " no corresponding type for " + as.shownKind());
        }
        ObjectNode configuration = written.tree();
        configuration
                .put("apiVersion", as.kind().apiVersion())
                .put("kind", as.kind().kind());
        ConfigurationMerge.Outcome outcome =
                ConfigurationMerge.merge(object, configuration, structure(as).orElseThrow(), written.foreign());
        return switch (outcome) {
            case ConfigurationMerge.Outcome.Fault(String why) -> new Outcome.Fault("error applying patch: " + why);
            case ConfigurationMerge.Outcome.Merged(ObjectNode merged) -> decoded(merged, as);
        };
    }

    private Outcome decoded(ObjectNode merged, Matched as) {
        try {
            return new Outcome.Changed(bodies.normalise(merged, type(as)).object());
        } catch (DecodeException e) {
            String why = Patch.whenConverted(merged, structure(as).orElseThrow(), String.valueOf(e.getMessage()));
            return new Outcome.Fault("unable to convert unstructured object to %s: %s".formatted(as.shownKind(), why));
        }
    }

    private static ResourceType type(Matched as) {
        GroupVersionKind kind = as.kind();
        return new ResourceType(kind.group(), kind.version(), as.resource(), kind.kind(), Scope.NAMESPACED);
    }
}
