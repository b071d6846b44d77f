package dev.tenure.checks.golden.pressure;

import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// Recorded readings and spellings of quantities.
final class PressureQuantities {
    private PressureQuantities() {}

    static Optional<String> difference(JsonNode input, JsonNode expect) {
        ObjectNode actual = Json.object();
        ArrayNode texts = actual.putArray("texts");
        input.path("texts").forEach(text -> texts.add(read(text.asText())));
        ArrayNode numbers = actual.putArray("numbers");
        for (JsonNode number : input.path("numbers")) {
            Quantity.Format format = switch (number.path("format").asText()) {
                case "BinarySI" -> Quantity.Format.BINARY_SI;
                case "DecimalExponent" -> Quantity.Format.DECIMAL_EXPONENT;
                default -> Quantity.Format.DECIMAL_SI;
            };
            numbers.add(Quantity.of(number.path("value").asLong(), format).toString());
        }
        return PressureComparison.difference(expect, actual);
    }

    private static ObjectNode read(String text) {
        ObjectNode actual = Json.object().put("input", text);
        try {
            Quantity quantity = Quantity.parse(text);
            return actual.put("format", word(quantity.format()))
                    .put("text", quantity.toString())
                    .put("value", quantity.value())
                    .put("sign", quantity.sign());
        } catch (QuantityFormatException e) {
            return actual.put("error", e.getMessage());
        }
    }

    private static String word(Quantity.Format format) {
        return switch (format) {
            case BINARY_SI -> "BinarySI";
            case DECIMAL_SI -> "DecimalSI";
            case DECIMAL_EXPONENT -> "DecimalExponent";
        };
    }
}
