package dev.tenure.client;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Status;
import java.util.Optional;

/// Lists of a server that has no form of its own for long ones. Safe for use by several threads.
///
/// @param endpoint that is asked
record StoredLists(ApiEndpoint endpoint) implements ListingEndpoint {
    private static final int BAD_GATEWAY = 502;

    @Override
    public ListReply listing(ApiRequest request) {
        return switch (endpoint.call(request)) {
            case ApiReply.Many page -> new ListReply.Page(new StoredListing(page));
            case ApiReply.Failure(var status, var _) -> new ListReply.Refused(status);
            case ApiReply.One _, ApiReply.Document _ ->
                new ListReply.Refused(new Status(
                        BAD_GATEWAY,
                        "",
                        "something else than a list of %s: is it a Kubernetes API?"
                                .formatted(request.target().resource()),
                        Optional.empty()));
        };
    }
}
