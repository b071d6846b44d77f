package dev.tenure.kinds.event;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Events, in the form of v1 that is stored. Those of events.k8s.io are held to more than those of v1.
/// Upstream: pkg/apis/core/validation/events.go.
public final class EventStrategy implements PlainKind {
    private static final int SHORT_TEXT_MAX = 128;
    private static final int NOTE_MAX = 1024;
    private static final String DEFAULT_NAMESPACE = "default";
    private final boolean newApi;

    /// @param newApi whether written through events.k8s.io
    public EventStrategy(boolean newApi) {
        this.newApi = newApi;
    }

    /// What field selectors of events of v1 may ask for.
    public static List<SelectableField> fields() {
        return List.of(
                SelectableField.field("involvedObject.kind"),
                SelectableField.field("involvedObject.namespace"),
                SelectableField.field("involvedObject.name"),
                SelectableField.indexed("involvedObject.uid"),
                SelectableField.field("involvedObject.apiVersion"),
                SelectableField.field("involvedObject.resourceVersion"),
                SelectableField.field("involvedObject.fieldPath"),
                SelectableField.field("reason"),
                SelectableField.field("reportingComponent"),
                new SelectableField("source", EventStrategy::source, false),
                SelectableField.field("type"));
    }

    /// What field selectors of events of events.k8s.io may ask for, which know no names of v1.
    public static List<SelectableField> fieldsOfNewApi() {
        return List.of(
                SelectableField.alias("regarding.kind", "involvedObject.kind"),
                SelectableField.alias("regarding.namespace", "involvedObject.namespace"),
                SelectableField.alias("regarding.name", "involvedObject.name"),
                SelectableField.alias("regarding.uid", "involvedObject.uid"),
                SelectableField.alias("regarding.apiVersion", "involvedObject.apiVersion"),
                SelectableField.alias("regarding.resourceVersion", "involvedObject.resourceVersion"),
                SelectableField.alias("regarding.fieldPath", "involvedObject.fieldPath"),
                SelectableField.field("reason"),
                SelectableField.alias("reportingController", "reportingComponent"),
                SelectableField.field("type"));
    }

    private static String source(ObjectNode event) {
        String component = event.path("source").path("component").asText("");
        return component.isEmpty() ? event.path("reportingComponent").asText("") : component;
    }

    @Override
    public void validate(ObjectNode event, FieldErrors errors) {
        Field root = Field.root(event, errors);
        common(root);
        if (newApi) {
            ObjectMetaValidation.object(event, NameFormat.DNS_SUBDOMAIN, errors);
            own(root);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        Field root = Field.root(next, errors);
        common(root);
        if (newApi) {
            ObjectMetaValidation.update(next, old, errors);
            if (!SameValue.same(next.path("series"), old.path("series"))) {
                series(root);
            }
            EventChange.unchanged(root, old);
        }
    }

    private void common(Field root) {
        String namespace = root.at("metadata", "namespace").text();
        Field about = root.at("involvedObject", "namespace");
        if (!root.at("eventTime").isSet()) {
            boolean agree = about.isEmpty()
                    ? namespace.isEmpty() || namespace.equals(DEFAULT_NAMESPACE)
                    : namespace.equals(about.text());
            if (!agree) {
                about.invalidText("does not match event.namespace");
            }
            namespace(root);
            return;
        }
        boolean ofCluster = namespace.equals(DEFAULT_NAMESPACE) || namespace.equals("kube-system");
        if (about.isEmpty() && !ofCluster) {
            about.invalidText("does not match event.namespace");
        }
        reporting(root);
        shortText(root.at("action"), true);
        shortText(root.at("reason"), true);
        if (root.at("message").isLongerThan(NOTE_MAX)) {
            root.at("message").invalid("", "can have at most %d characters".formatted(NOTE_MAX));
        }
        namespace(root);
    }

    private static void namespace(Field root) {
        root.at("metadata", "namespace").under(new Path("namespace")).mustBe(Names::dnsSubdomain);
    }

    private void reporting(Field root) {
        Field component = root.at("reportingComponent");
        Field shown = newApi ? component.under(root.path().child("reportingController")) : component;
        if (shown.isEmpty()) {
            shown.required();
        }
        shown.mustBe(Names::qualified);
        shortText(root.at("reportingInstance"), true);
    }

    private static void shortText(Field field, boolean required) {
        if (required && field.isEmpty()) {
            field.required();
        }
        if (field.isLongerThan(SHORT_TEXT_MAX)) {
            field.invalid("", "can have at most %d characters".formatted(SHORT_TEXT_MAX));
        }
    }

    private static void own(Field root) {
        series(root);
        if (!root.at("eventTime").isSet()) {
            root.at("eventTime").required();
        }
        Field type = root.at("type");
        if (!type.is("Normal") && !type.is("Warning")) {
            type.invalid("", "has invalid value: " + type.text());
        }
        for (String field : List.of("firstTimestamp", "lastTimestamp", "count")) {
            if (root.at(field).isSet() && root.at(field).node().asLong(1) != 0) {
                root.at(field).invalid("", "needs to be unset");
            }
        }
        if (!root.at("source", "component").isEmpty()
                || !root.at("source", "host").isEmpty()) {
            root.at("source").invalid("", "needs to be unset");
        }
    }

    private static void series(Field root) {
        Field series = root.at("series");
        if (!series.isSet()) {
            return;
        }
        if (series.at("count").number() < 2) {
            series.at("count").invalid("", "should be at least 2");
        }
        if (!series.at("lastObservedTime").isSet()) {
            series.at("lastObservedTime").required();
        }
    }
}
