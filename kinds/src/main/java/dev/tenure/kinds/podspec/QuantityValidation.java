package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;

/// What is valid as an amount of a resource and as its name.
public final class QuantityValidation {
    private QuantityValidation() {}

    /// The amount in a canonical tree; absent is zero.
    public static Quantity amount(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? Quantity.ZERO : Quantity.parse(node.asText());
    }

    /// Checks the name of a resource at the place of its entry.
    public static boolean name(String name, Field entry) {
        var complaints = Names.qualified(name);
        complaints.forEach(complaint -> entry.invalid(name, complaint));
        if (!complaints.isEmpty()) {
            return false;
        }
        if (!name.contains("/") && !ResourceNames.isStandard(name)) {
            entry.invalid(name, "must be a standard resource type or fully qualified");
            return false;
        }
        return true;
    }

    public static void notNegative(Field quantity) {
        if (amount(quantity.node()).sign() < 0) {
            quantity.invalidText("must be greater than or equal to 0");
        }
    }

    public static void positive(Field quantity) {
        if (amount(quantity.node()).sign() <= 0) {
            quantity.invalid(quantity.isSet() ? quantity.text() : "0", "must be greater than zero");
        }
    }

    /// Checks an amount of the resource with this name.
    public static void amount(String name, Field quantity) {
        notNegative(quantity);
        if (ResourceNames.isWhole(name) && amount(quantity.node()).milliValue() % 1000 != 0) {
            quantity.invalidText("must be an integer");
        }
    }

    /// Whether any amount of huge pages in this list is not a whole number of them.
    static boolean hasBrokenPages(JsonNode resources) {
        for (Map.Entry<String, JsonNode> entry : resources.properties()) {
            if (ResourceNames.isHugePages(entry.getKey()) && !wholePages(entry.getKey(), entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    static boolean wholePages(String name, JsonNode amount) {
        try {
            Quantity page = Quantity.parse(ResourceNames.pageSize(name));
            boolean wholeBytes = page.sign() > 0 && page.milliValue() % 1000 == 0;
            return wholeBytes && amount(amount).value() % page.value() == 0;
        } catch (QuantityFormatException e) {
            return false;
        }
    }
}
