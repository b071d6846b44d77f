package dev.tenure.kinds.event;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;

/// What of an event never changes through events.k8s.io: next to everything but the series. Pure.
final class EventChange {
    private static final GoStruct REFERENCE = new GoStruct()
            .with("Kind", "kind", Zero.TEXT)
            .with("Namespace", "namespace", Zero.TEXT)
            .with("Name", "name", Zero.TEXT)
            .with("UID", "uid", Zero.TEXT)
            .with("APIVersion", "apiVersion", Zero.TEXT)
            .with("ResourceVersion", "resourceVersion", Zero.TEXT)
            .with("FieldPath", "fieldPath", Zero.TEXT);
    private static final GoStruct SOURCE =
            new GoStruct().with("Component", "component", Zero.TEXT).with("Host", "host", Zero.TEXT);

    private EventChange() {}

    static void unchanged(Field event, JsonNode old) {
        struct(event.at("involvedObject"), old, REFERENCE);
        text(event, old, "reason");
        text(event, old, "message");
        struct(event.at("source"), old, SOURCE);
        ObjectMetaValidation.immutable(event.at("firstTimestamp"), old.path("firstTimestamp"));
        ObjectMetaValidation.immutable(event.at("lastTimestamp"), old.path("lastTimestamp"));
        if (event.at("count").number() != old.path("count").asLong(0)) {
            event.at("count").invalidNumber(ObjectMetaValidation.IMMUTABLE);
        }
        text(event, old, "reason");
        text(event, old, "type");
        ObjectMetaValidation.immutable(event.at("eventTime"), old.path("eventTime"));
        text(event, old, "action");
        Field related = event.at("related");
        if (!SameValue.same(related.node(), old.path("related"))) {
            related.invalid(
                    related.isSet() ? REFERENCE.of(related.given()) : related.node(), ObjectMetaValidation.IMMUTABLE);
        }
        Field controller = event.at("reportingComponent");
        if (!controller.is(old.path("reportingComponent").asText(""))) {
            controller.under(event.at("reportingController").path()).invalidText(ObjectMetaValidation.IMMUTABLE);
        }
        text(event, old, "reportingInstance");
    }

    private static void text(Field event, JsonNode old, String name) {
        if (!event.at(name).is(old.path(name).asText(""))) {
            event.at(name).invalidText(ObjectMetaValidation.IMMUTABLE);
        }
    }

    /// A member that is always there in upstream's form, be it empty.
    private static void struct(Field field, JsonNode old, GoStruct shape) {
        String[] steps = field.path().text().split("\\.");
        JsonNode before = old.path(steps[steps.length - 1]);
        JsonNode shown = shape.of(field.isSet() ? field.node() : Json.object());
        if (!shown.equals(shape.of(before.isObject() ? before : Json.object()))) {
            field.invalid(shown, ObjectMetaValidation.IMMUTABLE);
        }
    }
}
