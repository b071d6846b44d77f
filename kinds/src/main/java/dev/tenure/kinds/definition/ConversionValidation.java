package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.webhook.WebhookValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How versions are converted. Upstream: validateCustomResourceConversion.
final class ConversionValidation {
    private static final List<String> REVIEWS = List.of("v1", "v1beta1");

    private ConversionValidation() {}

    static void check(Field conversion) {
        if (!conversion.isSet()) {
            return;
        }
        conversion.at("strategy").mustBeGivenAndOneOf("None", "Webhook");
        Field webhook = conversion.at("webhook");
        Field client = webhook.at("clientConfig").under(conversion.path().child("webhookClientConfig"));
        Field reviews =
                webhook.at("conversionReviewVersions").under(conversion.path().child("conversionReviewVersions"));
        if (conversion.at("strategy").is("Webhook")) {
            if (!client.isSet()) {
                client.required("required when strategy is set to Webhook");
            } else if (client.at("url").isSet() == client.at("service").isSet()) {
                client.required("exactly one of url or service is required");
            } else if (client.at("url").isSet()) {
                WebhookValidation.url(client.at("url"));
            } else {
                WebhookValidation.service(client.at("service"));
            }
            reviews(reviews);
            return;
        }
        if (client.isSet()) {
            client.forbidden("should not be set when strategy is not set to Webhook");
        }
        if (!reviews.isEmpty()) {
            reviews.forbidden("should not be set when strategy is not set to Webhook");
        }
    }

    private static void reviews(Field reviews) {
        if (reviews.isEmpty()) {
            reviews.required();
            return;
        }
        Set<String> seen = new HashSet<>();
        for (Field version : reviews.items()) {
            if (seen.add(version.text())) {
                version.mustBe(Names::dnsLabelOf1035);
            } else {
                version.invalidText("duplicate version");
            }
        }
        if (REVIEWS.stream().noneMatch(seen::contains)) {
            reviews.invalid("must include at least one of " + String.join(", ", REVIEWS));
        }
    }
}
