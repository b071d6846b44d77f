package dev.tenure.apiserver.request;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.SelectorSyntaxException;

/// The selectors in a query.
final class Selectors {
    private Selectors() {}

    /// @throws RefusedException with 400 when the text is no selector
    static LabelSelector labels(ApiRequest request) {
        try {
            return LabelSelector.parse(request.parameter("labelSelector").orElse(""));
        } catch (SelectorSyntaxException e) {
            throw refused(e);
        }
    }

    /// @throws RefusedException with 400 when the text is no selector
    static FieldSelector fields(ApiRequest request) {
        try {
            return FieldSelector.parse(request.parameter("fieldSelector").orElse(""));
        } catch (SelectorSyntaxException e) {
            throw refused(e);
        }
    }

    private static RefusedException refused(SelectorSyntaxException e) {
        return new RefusedException(Statuses.badRequest(String.valueOf(e.getMessage())));
    }
}
