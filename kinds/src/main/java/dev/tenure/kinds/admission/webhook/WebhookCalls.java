package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.MatchConditions;
import dev.tenure.kinds.admission.match.MatchRule;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What both plugins ask webhooks with. Safe for use by several threads.
public final class WebhookCalls {
    private final Published<AdmissionWebhooks> webhooks;
    private final AdmissionReviews reviews;
    private final Parts parts;

    /// @param kinds what is served
    /// @param bodies brings objects that a webhook has changed into form
    /// @param authorizer whom conditions may ask what the sender is allowed to
    /// @param uids makes the uid of each call
    public record Parts(
            Published<KindTable> kinds,
            BodyReader bodies,
            Authorizer authorizer,
            TimeSource time,
            Supplier<String> uids) {}

    /// @param configurations whose webhooks these are
    public WebhookCalls(
            WebhookConfigurationLoop configurations, WebhookClient client, WebhookMetrics metrics, Parts parts) {
        this.webhooks = configurations.webhooks();
        this.reviews = new AdmissionReviews(client, metrics, parts.uids());
        this.parts = parts;
    }

    AdmissionWebhooks webhooks() {
        return webhooks.get();
    }

    AdmissionReviews reviews() {
        return reviews;
    }

    KindTable kinds() {
        return parts.kinds().get();
    }

    BodyReader bodies() {
        return parts.bodies();
    }

    /// How long webhooks may still be waited for in a request.
    ///
    /// @throws RefusedException with 504 when that is over
    Duration left(AdmissionRequest request) {
        return RequestDeadline.of(request, parts.time()).left(parts.time());
    }

    /// As what a webhook is asked about a write, if it is.
    ///
    /// @throws RefusedException when that cannot be found out
    Optional<Matched> match(AdmissionWebhook webhook, Interception write, ClusterAccess cluster) {
        return switch (MatchRule.webhook(write, webhook.spec(), cluster)) {
            case MatchRule.Verdict.No _ -> Optional.empty();
            case MatchRule.Verdict.Failed(var status) -> throw new RefusedException(status);
            case MatchRule.Verdict.Yes(Matched as) -> Optional.of(as).filter(_ -> holds(webhook, write, as));
        };
    }

    private boolean holds(AdmissionWebhook webhook, Interception write, Matched as) {
        if (webhook.spec().path("matchConditions").isEmpty()) {
            return true;
        }
        var question = new AccessQuestion(parts.authorizer(), write.request().caller());
        return switch (webhook.conditions()
                .judge(write.values(as, write.asked()).asking(question, write.place()))) {
            case MatchConditions.Verdict.Holds _ -> true;
            case MatchConditions.Verdict.No _ -> false;
            case MatchConditions.Verdict.Failed(String why) -> {
                Matched asked = write.asked();
                throw new RefusedException(
                        Statuses.forbidden(asked.group(), asked.resource(), write.name(), why, List.of()));
            }
        };
    }
}
