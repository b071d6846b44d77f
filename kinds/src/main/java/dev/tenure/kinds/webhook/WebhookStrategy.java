package dev.tenure.kinds.webhook;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Empties;
import java.util.List;
import java.util.Optional;

/// Configurations of admission webhooks.
///
/// @param mutating whether the webhooks may change objects
public record WebhookStrategy(boolean mutating) implements PlainKind {
    private static final int TIMEOUT_SECONDS = 10;
    private static final int HTTPS = 443;

    @Override
    public void setDefaults(ObjectNode configuration) {
        for (ObjectNode webhook : Trees.objects(configuration.path("webhooks"))) {
            Trees.fillAbsent(webhook, "failurePolicy", "Fail");
            Trees.fillAbsent(webhook, "matchPolicy", "Equivalent");
            Trees.object(webhook, "namespaceSelector");
            Trees.object(webhook, "objectSelector");
            Trees.fill(webhook, "timeoutSeconds", TIMEOUT_SECONDS);
            if (mutating) {
                Trees.fillAbsent(webhook, "reinvocationPolicy", "Never");
            }
            Trees.objects(webhook.path("rules")).forEach(rule -> Trees.fillAbsent(rule, "scope", "*"));
            Trees.within(webhook.path("clientConfig"), "service", service -> Trees.fill(service, "port", HTTPS));
        }
    }

    @Override
    public void validate(ObjectNode configuration, FieldErrors errors) {
        ObjectMetaValidation.plain(Field.root(configuration, errors).at("metadata"), Names::dnsSubdomain);
        WebhookListValidation.created(Field.root(configuration, errors).at("webhooks"));
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.plain(Field.root(next, errors).at("metadata"), Names::dnsSubdomain);
        WebhookListValidation.changed(Field.root(next, errors).at("webhooks"), old.path("webhooks"));
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        return ReservedNames.warnings(next);
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !SameValue.same(next.path("webhooks"), old.path("webhooks"));
    }

    @Override
    public boolean raisesGeneration(ObjectNode next, ObjectNode old, Empties sent) {
        return raisesGeneration(next, old) || sent.isIn("webhooks", next.path("webhooks"));
    }
}
