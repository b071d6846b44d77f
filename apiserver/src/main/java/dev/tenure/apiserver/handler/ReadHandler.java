package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.selection.ContinueToken;
import dev.tenure.apiserver.handler.selection.Selection;
import dev.tenure.apiserver.handler.selection.SelectionReader;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.StatusDocument;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.UnreadableException;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;

/// GET of one object and of collections.
final class ReadHandler {
    private static final String EXPIRED =
            "The provided continue parameter is too old to display a consistent list result. You can start a new list"
                    + " without the continue parameter, or use the continue token in this response to retrieve the"
                    + " remainder of the results. Continuing with the provided token results in an inconsistent list -"
                    + " objects that were created, modified, or deleted between the time the first chunk was returned and"
                    + " now may show up in the list.";

    private final Store store;

    ReadHandler(Environment environment) {
        this.store = environment.store();
    }

    ApiReply get(Call call) {
        checkRevision(call, store);
        StoredObject object = find(call);
        return new ApiReply.One(200, ServedForm.of(call.entry(), object), call.warnings());
    }

    /// @throws RefusedException when what is asked for is not of the present or the past
    static void checkRevision(Call call, Store store) {
        Parameters.refuseExport(call.request());
        String revision = call.request().parameter("resourceVersion").orElse("");
        if (!revision.isEmpty()) {
            Parameters.unsignedComplaint(revision).ifPresent(complaint -> {
                String why = "resourceVersion: Invalid value: %s: %s".formatted(Quoted.of(revision), complaint);
                throw new RefusedException(
                        call.entry().has(Flag.UNCACHED)
                                ? Statuses.badRequest("invalid resource version: " + why)
                                : Statuses.unknown(why));
            });
            refuseFuture(call, store, revision);
        }
    }

    /// @throws RefusedException with 404
    /// @throws UnreadableException when it is there, but cannot be read
    StoredObject find(Call call) {
        StoredObject found = store.get(call.key())
                .orElseThrow(() -> new RefusedException(Statuses.notFound(call.type(), call.name())));
        if (found.content() instanceof Content.Unreadable) {
            throw new UnreadableException(found.key());
        }
        return found;
    }

    ApiReply list(Call call) {
        ListOptions options = ListOptions.of(call.request(), false);
        return page(
                call,
                options,
                options.limit() > 0,
                found -> UnreadableObjects.warn(found.unreadable(), call.warnings()));
    }

    /// A page of a collection, or all of it, for somebody who deletes what is found. Upstream reads it in
    /// pages even when no limit is asked for.
    ///
    /// @param use is given what was found, before the answer is made
    ApiReply toDelete(Call call, Consumer<SelectionReader.Result> use) {
        return page(call, ListOptions.of(call.request(), false), true, use);
    }

    /// Refuses parameters that cannot be read or make no sense, and fields that the kind has no selector for.
    ///
    /// @throws RefusedException for these
    void checkSelection(Call call) {
        ListOptions options = ListOptions.of(call.request(), false);
        options.validate();
        Selection.of(call.entry(), options.labels(), options.fields());
    }

    private ApiReply page(Call call, ListOptions options, boolean inPages, Consumer<SelectionReader.Result> use) {
        options.validate();
        Selection selection = Selection.of(call.entry(), options.labels(), options.fields());
        boolean asOf = inPages && !SelectionReader.named(call.entry(), call.namespace(), selection);
        Position position = options.next().isEmpty() ? position(call, options, asOf) : continued(call, options);
        var reader = new SelectionReader(store, call.entry(), call.namespace(), selection, position.revision());
        try {
            SelectionReader.Result result = reader.read(position.after(), position.limit());
            use.accept(result);
            Optional<String> next =
                    result.last().map(last -> new ContinueToken(result.revision(), start(call, last)).encoded());
            return new ApiReply.Many(
                    call.type(),
                    result.revision(),
                    ServedForm.of(call.entry(), result.items()),
                    next,
                    next.isPresent() && selection.everything() ? Optional.of(result.remaining()) : Optional.empty(),
                    call.warnings());
        } catch (ExpiredException _) {
            return expired(call, options);
        }
    }

    /// Where a list begins.
    ///
    /// @param revision 0 for the newest
    /// @param limit 0 for none
    private record Position(long revision, Optional<ObjectKey> after, int limit) {}

    private static Position continued(Call call, ListOptions options) {
        ContinueToken token = ContinueToken.decode(options.next());
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw new RefusedException(
                    Statuses.badRequest("specifying resource version is not allowed when using continue"));
        }
        // After a page of the newest revision the next ones are of that revision again.
        int limit = whole(call, options.resourceVersion()) ? 0 : limit(options);
        return new Position(Math.max(0, token.revision()), Optional.of(keyAfter(call, token.start())), limit);
    }

    /// @param asOf whether a revision alone means the collection as it was then: so it is for pages, though a
    ///     list without a limit only has to be no older. Upstream: etcd3/store.go (resolveGetListRev).
    private Position position(Call call, ListOptions options, boolean asOf) {
        String asked = options.resourceVersion();
        if (asked.isEmpty()) {
            return new Position(0, Optional.empty(), limit(options));
        }
        Parameters.unsignedComplaint(asked).ifPresent(complaint -> {
            throw new RefusedException(
                    Statuses.badRequest("invalid resource version: resourceVersion: Invalid value: %s: %s"
                            .formatted(Quoted.of(asked), complaint)));
        });
        long revision = Parameters.unsigned(asked);
        refuseFuture(call, store, asked);
        boolean exact =
                options.match().equals("Exact") || (asOf && options.match().isEmpty());
        return new Position(exact ? revision : 0, Optional.empty(), whole(call, asked) ? 0 : limit(options));
    }

    /// Upstream's cache answers a list of any revision whole, whatever its limit. It takes `0` by its
    /// spelling: `00` is a list of the newest revision.
    private static boolean whole(Call call, String revision) {
        return revision.equals("0") && !call.entry().has(Flag.UNCACHED);
    }

    private static int limit(ListOptions options) {
        return (int) Math.min(Integer.MAX_VALUE, options.limit());
    }

    private static void refuseFuture(Call call, Store store, String revision) {
        long current = store.revision();
        if (Parameters.unsigned(revision) > current) {
            throw new RefusedException(Statuses.tooLargeRevision(
                    Parameters.whole(revision), current, call.entry().has(Flag.UNCACHED) ? 0 : 1));
        }
    }

    private static ApiReply expired(Call call, ListOptions options) {
        if (options.next().isEmpty()) {
            throw new RefusedException(Statuses.expired("The resourceVersion for the provided list is too old."));
        }
        ContinueToken token = ContinueToken.decode(options.next());
        ObjectNode status = StatusDocument.of(Statuses.expired(EXPIRED));
        ObjectTrees.metadata(status).put("continue", new ContinueToken(-1, token.start()).encoded());
        return new ApiReply.Document(410, Json.write(status), call.warnings());
    }

    private static ObjectKey keyAfter(Call call, String start) {
        ResourceType type = call.entry().stored();
        int slash = start.indexOf('/');
        if (!type.namespaced() || !call.namespace().isEmpty() || slash < 0) {
            return type.key(call.namespace(), start);
        }
        return type.key(start.substring(0, slash), start.substring(slash + 1));
    }

    private static String start(Call call, ObjectKey last) {
        return call.namespace().isEmpty() ? last.qualifiedName() : last.name();
    }
}
