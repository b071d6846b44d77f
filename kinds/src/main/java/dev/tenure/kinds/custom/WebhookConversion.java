package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The conversion between versions of one kind that only a webhook of its definition knows. Safe for use by
/// several threads; who asks waits for the webhook.
///
/// @param storedVersion as it stands in objects: `example.com/v1`
/// @param servedVersion the same
record WebhookConversion(ConversionWebhook webhook, VersionSchemas schemas, String storedVersion, String servedVersion)
        implements Conversion {
    @Override
    public ObjectNode toStored(ObjectNode served) {
        ObjectNode stored = webhook.to(served.deepCopy(), storedVersion);
        schemas.prune(stored);
        return stored;
    }

    @Override
    public ObjectNode fromStored(ObjectNode stored) {
        return allFromStored(List.of(stored)).getFirst();
    }

    @Override
    public List<ObjectNode> allFromStored(List<ObjectNode> stored) {
        List<ObjectNode> settled = stored.stream().map(ObjectNode::deepCopy).toList();
        settled.forEach(schemas::settle);
        List<ObjectNode> served = webhook.convert(settled, servedVersion);
        served.forEach(schemas::prune);
        return served;
    }

    @Override
    public boolean asksOthers() {
        return webhook.isCalled();
    }
}
