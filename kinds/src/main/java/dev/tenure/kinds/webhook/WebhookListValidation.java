package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as the webhooks of a configuration. Pure. Upstream:
/// pkg/apis/admissionregistration/validation.
final class WebhookListValidation {
    private static final List<String> REVIEWS = List.of("v1", "v1beta1");
    private static final List<String> EFFECTS = List.of("None", "NoneOnDryRun", "Some", "Unknown");
    private static final List<String> HARMLESS = EFFECTS.subList(0, 2);
    private static final int SECONDS_MAX = 30;
    private static final int SEGMENTS_MIN = 3;

    private WebhookListValidation() {}

    /// What is asked of webhooks: everything of new ones, and of changed ones what the old ones fulfilled.
    private record Asked(
            boolean harmless, boolean knownReview, boolean uniqueNames, boolean selectorValues, boolean conditions) {
        static final Asked EVERYTHING = new Asked(true, true, true, true, true);

        static Asked ofChange(JsonNode next, JsonNode old) {
            List<Field> hooks = Field.root(old, new FieldErrors()).items();
            return new Asked(
                    hooks.stream()
                            .allMatch(hook ->
                                    HARMLESS.contains(hook.at("sideEffects").text())),
                    hooks.stream().allMatch(Asked::hasKnownReview),
                    hooks.stream()
                                    .map(hook -> hook.at("name").text())
                                    .distinct()
                                    .count()
                            == hooks.size(),
                    hooks.stream().allMatch(Asked::hasGoodSelectors),
                    !sameConditions(next, old));
        }

        private static boolean hasKnownReview(Field hook) {
            List<String> versions = hook.at("admissionReviewVersions").texts();
            return versions.isEmpty() || versions.stream().anyMatch(REVIEWS::contains);
        }

        private static boolean hasGoodSelectors(Field hook) {
            var errors = new FieldErrors();
            SelectorValidation.selector(hook.at("namespaceSelector").reportingTo(errors));
            SelectorValidation.selector(hook.at("objectSelector").reportingTo(errors));
            return errors.isEmpty();
        }

        private static boolean sameConditions(JsonNode next, JsonNode old) {
            if (next.size() != old.size()) {
                return false;
            }
            for (int i = 0; i < old.size(); i++) {
                if (!SameValue.same(
                        next.get(i).path("matchConditions"), old.get(i).path("matchConditions"))) {
                    return false;
                }
            }
            return true;
        }
    }

    static void created(Field webhooks) {
        check(webhooks, Asked.EVERYTHING);
    }

    static void changed(Field webhooks, JsonNode old) {
        check(webhooks, Asked.ofChange(webhooks.node(), old));
    }

    private static void check(Field webhooks, Asked asked) {
        Set<String> names = new HashSet<>();
        for (Field hook : webhooks.items()) {
            webhook(hook, asked);
            reviews(hook.at("admissionReviewVersions"), asked);
            Field name = hook.at("name");
            if (asked.uniqueNames() && !name.isEmpty() && !names.add(name.text())) {
                name.duplicate();
            }
        }
    }

    private static void webhook(Field hook, Asked asked) {
        name(hook.at("name"));
        hook.at("rules").items().forEach(RequestValidation::rule);
        RequestValidation.failurePolicy(hook.at("failurePolicy"));
        RequestValidation.matchPolicy(hook.at("matchPolicy"));
        Field effects = hook.at("sideEffects");
        List<String> allowed = asked.harmless() ? HARMLESS : EFFECTS;
        if (!effects.isSet()) {
            effects.required("must specify one of " + String.join(", ", allowed));
        } else if (!allowed.contains(effects.text())) {
            effects.unsupported(allowed);
        }
        Field seconds = hook.at("timeoutSeconds");
        if (seconds.isSet() && (seconds.number() > SECONDS_MAX || seconds.number() < 1)) {
            seconds.invalidNumber("the timeout value must be between 1 and 30 seconds");
        }
        SelectorValidation.selector(hook.at("namespaceSelector"), asked.selectorValues());
        SelectorValidation.selector(hook.at("objectSelector"), asked.selectorValues());
        if (hook.at("reinvocationPolicy").isSet()) {
            hook.at("reinvocationPolicy").mustBeOneOf("IfNeeded", "Never");
        }
        client(hook.at("clientConfig"));
        if (asked.conditions()) {
            MatchConditionValidation.conditions(hook.at("matchConditions"), false);
        }
    }

    private static void name(Field name) {
        if (name.isEmpty()) {
            name.required();
            return;
        }
        List<String> complaints = Names.dnsSubdomain(name.text());
        if (!complaints.isEmpty()) {
            name.invalidText(String.join(",", complaints));
        } else if (name.text().split("\\.", -1).length < SEGMENTS_MIN) {
            name.invalidText("should be a domain with at least three segments separated by dots");
        }
    }

    private static void client(Field client) {
        if (client.at("url").isSet() == client.at("service").isSet()) {
            client.required("exactly one of url or service is required");
        } else if (client.at("url").isSet()) {
            WebhookValidation.url(client.at("url"));
        } else {
            WebhookValidation.service(client.at("service"));
        }
    }

    private static void reviews(Field versions, Asked asked) {
        if (versions.isEmpty()) {
            versions.required("must specify one of " + String.join(", ", REVIEWS));
            return;
        }
        Set<String> seen = new HashSet<>();
        for (Field version : versions.items()) {
            if (seen.add(version.text())) {
                version.mustBe(Names::dnsLabelOf1035);
            } else {
                version.invalidText("duplicate version");
            }
        }
        if (asked.knownReview() && REVIEWS.stream().noneMatch(seen::contains)) {
            versions.invalid("must include at least one of " + String.join(", ", REVIEWS));
        }
    }
}
