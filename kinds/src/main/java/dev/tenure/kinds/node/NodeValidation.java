package dev.tenure.kinds.node;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoJson;
import dev.tenure.apiserver.registry.field.GoRecords;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.TolerationValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as a node and as a change of one. Some places in messages are upstream's old slips, which
/// clients know.
final class NodeValidation {
    private static final String TAINTS = "scheduler.alpha.kubernetes.io/taints";
    private static final String AVOIDED = "scheduler.alpha.kubernetes.io/preferAvoidPods";
    private static final GoRecords RECORDS =
            GoRecords.of("core.Taint", "Key", "string", "Value", "string", "Effect", "core.TaintEffect");
    private static final String RANGE_FIXED = "node updates may not change podCIDR except from \"\" to valid";
    private static final Pattern FEATURE = Pattern.compile("[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*");
    private static final int FEATURE_MAX = 253;
    private static final GoStruct ADDRESS =
            new GoStruct().with("Type", "type", Zero.TEXT).with("Address", "address", Zero.TEXT);
    private static final GoStruct SOURCE = new GoStruct().with("ConfigMap", "configMap", Zero.NOTHING);

    private NodeValidation() {}

    static void object(ObjectNode node, FieldErrors errors) {
        Field root = Field.root(node, errors);
        Field metadata = root.at("metadata");
        ObjectMetaValidation.object(metadata, NameFormat.DNS_SUBDOMAIN);
        annotations(metadata.at("annotations"));
        TolerationValidation.taints(
                root.at("spec", "taints").under(metadata.at("taints").path()));
        resources(root.at("status"));
        Field swap = root.at("status", "nodeInfo", "swap", "capacity");
        if (swap.isSet()) {
            swap.under(metadata.path().child("nodeSwapStatus", "capacity")).mustBePositive();
        }
        features(root.at("status", "declaredFeatures"));
        ranges(root.at("spec", "podCIDRs"));
    }

    private static void annotations(Field annotations) {
        String taints = annotations.at(TAINTS).text();
        if (!taints.isEmpty()) {
            Optional<String> fault = RECORDS.fault(taints);
            if (fault.isPresent()) {
                annotations.invalid(TAINTS, fault.get());
            } else {
                TolerationValidation.taints(
                        Field.of(annotations.path().child(TAINTS), RECORDS.read(taints), annotations.errors()));
            }
        }
        String avoided = annotations.at(AVOIDED).text();
        if (!avoided.isEmpty()) {
            avoided(annotations, avoided);
        }
    }

    /// Controllers whose pods a node would rather not have; nothing reads them any more.
    private static void avoided(Field annotations, String text) {
        Optional<String> fault = GoJson.fault(text);
        if (fault.isPresent()) {
            annotations.at("AvoidPods").invalid(AVOIDED, fault.get());
            return;
        }
        JsonNode answer = GoJson.read(text);
        if (answer.isContainerNode() && !answer.isObject()) {
            annotations
                    .at("AvoidPods")
                    .invalid(AVOIDED, "json: cannot unmarshal array into Go value of type v1.AvoidPods");
        }
        Field entries = Field.of(annotations.path().child(AVOIDED), answer, annotations.errors());
        entries.at("preferAvoidPods").under(entries.path()).items().forEach(entry -> {
            Field controller = entry.at("podSignature", "podController");
            Field signature = entry.at("PodSignature");
            if (!controller.isSet()) {
                signature.required();
            } else if (!controller.at("controller").flag()) {
                controller
                        .at("controller")
                        .under(signature.at("PodController", "Controller").path())
                        .invalid("must point to a controller");
            }
        });
    }

    private static void resources(Field status) {
        for (String list : List.of("capacity", "allocatable")) {
            Field amounts = status.at(list);
            amounts.entries().keySet().forEach(name -> QuantityValidation.amount(name, amounts.at(name)));
        }
    }

    private static void features(Field features) {
        List<Field> items = features.items();
        for (int i = 0; i < items.size(); i++) {
            featureName(items.get(i));
            if (i + 1 < items.size()) {
                featureOrder(items.get(i).text(), items.get(i + 1));
            }
        }
    }

    private static void featureName(Field feature) {
        String name = feature.text();
        if (feature.isLongerThan(FEATURE_MAX)) {
            feature.invalidText("invalid feature name \"" + name + "\": " + Names.tooLong(FEATURE_MAX));
        } else if (!FEATURE.matcher(name).matches()) {
            feature.invalidText("invalid feature name \"" + name + "\": must start with an UpperCamelCase segment,"
                    + " with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and"
                    + " contain only alphanumeric characters and slashes");
        }
    }

    private static void featureOrder(String before, Field feature) {
        if (before.equals(feature.text())) {
            feature.duplicate();
        } else if (before.compareTo(feature.text()) > 0) {
            feature.invalidText("list must be sorted alphabetically");
        }
    }

    private static void ranges(Field ranges) {
        List<Boolean> families = new ArrayList<>();
        for (Field range : ranges.items()) {
            range.mustBe(Addresses::range);
            families.add(range.text().contains(":"));
        }
        List<String> texts = ranges.texts();
        if (texts.size() > 1) {
            texts.stream()
                    .filter(text -> !Addresses.isRange(text))
                    .findFirst()
                    .ifPresent(text ->
                            ranges.errors().internal(ranges.path().text(), unreadable(texts.indexOf(text), text)));
        }
        if (!Addresses.onePerFamily(families)) {
            ranges.invalid("may specify no more than one CIDR for each IP family");
        }
    }

    private static String unreadable(int index, String text) {
        return "invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[%d]: <nil> (invalid CIDR address: %s)"
                .formatted(index, text);
    }

    static void update(ObjectNode next, ObjectNode old, FieldErrors errors) {
        Field root = Field.root(next, errors);
        Field metadata = root.at("metadata");
        Field spec = root.at("spec");
        JsonNode oldSpec = old.path("spec");
        ObjectMetaValidation.update(next, old, errors);
        annotations(metadata.at("annotations"));
        resources(root.at("status"));
        features(root.at("status", "declaredFeatures"));
        addresses(root.at("status", "addresses"));
        fixedRanges(spec.at("podCIDRs"), oldSpec.path("podCIDRs"));
        String provider = oldSpec.path("providerID").asText("");
        if (!provider.isEmpty() && !spec.at("providerID").is(provider)) {
            spec.at("providerID").forbidden("node updates may not change providerID except from \"\" to valid");
        }
        configSource(spec.at("configSource"), false);
        for (String state : List.of("assigned", "active", "lastKnownGood")) {
            configSource(root.at("status", "config", state), true);
        }
        TolerationValidation.taints(
                spec.at("taints").under(metadata.at("taints").path()));
        if (!spec.at("externalID").is(oldSpec.path("externalID").asText(""))) {
            spec.at("externalID").forbidden("may not be updated");
        }
    }

    private static void addresses(Field addresses) {
        Set<String> seen = new HashSet<>();
        for (Field address : addresses.items()) {
            String key = address.at("type").text() + " " + address.at("address").text();
            if (!seen.add(key)) {
                address.errors().duplicate(address.path().text(), ADDRESS.of(address.given()));
            }
        }
    }

    private static void fixedRanges(Field ranges, JsonNode old) {
        if (old.isEmpty()) {
            return;
        }
        if (old.size() != ranges.size()) {
            ranges.forbidden(RANGE_FIXED);
            return;
        }
        List<String> texts = ranges.texts();
        for (int i = 0; i < texts.size(); i++) {
            if (!texts.get(i).equals(old.get(i).asText())) {
                ranges.forbidden(RANGE_FIXED);
            }
        }
    }

    private static void configSource(Field source, boolean inStatus) {
        if (!source.isSet()) {
            return;
        }
        Field map = source.at("configMap");
        if (!map.isSet()) {
            source.invalid(SOURCE.of(source.given()), "exactly one reference subfield must be non-nil");
            return;
        }
        for (String name : List.of("uid", "resourceVersion")) {
            if (inStatus && map.at(name).isEmpty()) {
                map.at(name).required();
            } else if (!inStatus && !map.at(name).isEmpty()) {
                map.at(name).forbidden(name + " must not be set in spec");
            }
        }
        map.at("namespace").mustBeGivenAndBe(Names::dnsLabel);
        map.at("name").mustBeGivenAndBe(Names::dnsSubdomain);
        map.at("kubeletConfigKey").mustBeGivenAndBe(Texts::configKey);
    }
}
