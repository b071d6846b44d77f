package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.selection.Selection;
import dev.tenure.apiserver.handler.selection.SelectionReader;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.apiserver.request.Parameters;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.ResourceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Starts watches.
final class WatchHandler {
    private static final Status TOO_OLD = Statuses.expired("The resourceVersion for the provided watch is too old.");

    private final Environment environment;

    WatchHandler(Environment environment) {
        this.environment = environment;
    }

    WatchReply watch(Call call) {
        ListOptions options = ListOptions.of(call.request(), true);
        options.validate();
        KindEntry entry = call.entry();
        Selection selection = named(call, options, Selection.of(entry, options.labels(), options.fields()));
        String asked = options.resourceVersion();
        if (!asked.isEmpty()) {
            Parameters.unsignedComplaint(asked).ifPresent(complaint -> {
                throw new RefusedException(Statuses.unknown(
                        "resourceVersion: Invalid value: %s: %s".formatted(Quoted.of(asked), complaint)));
            });
        }
        long revision = asked.isEmpty() ? 0 : Parameters.unsigned(asked);
        boolean initial = options.sendInitialEvents().orElse(revision == 0);
        try {
            WatchCursor cursor = initial
                    ? withState(call, options, selection, revision)
                    : changes(call, options, selection, revision);
            boolean slow = entry.conversion().filter(Conversion::asksOthers).isPresent();
            return new WatchReply.Started(call.type(), slow ? AwaitedWatch.of(cursor) : cursor);
        } catch (ExpiredException e) {
            // The watch has begun when that is found out, as upstream: clients look for it among the events.
            // There events have no cache, and words of their own.
            boolean cached = !entry.stored().equals(ResourceTypes.EVENTS);
            Status why = cached ? Statuses.tooOldRevision(e.asked(), e.compacted()) : TOO_OLD;
            return new WatchReply.Started(call.type(), new RefusedWatch(why));
        }
    }

    /// A watch of one object by its path is one of the collection, narrowed to its name.
    private static Selection named(Call call, ListOptions options, Selection selection) {
        FieldSelector fields = options.fields();
        if (call.name().isEmpty()) {
            return selection;
        }
        if (!fields.terms().isEmpty() && !fields.exactly("metadata.name").equals(Optional.of(call.name()))) {
            throw new RefusedException(Statuses.badRequest("fieldSelector metadata.name doesn't match requested name"));
        }
        List<FieldSelector.Term> all = new ArrayList<>(fields.terms());
        all.add(new FieldSelector.Term("metadata.name", true, call.name()));
        return Selection.of(call.entry(), options.labels(), new FieldSelector(all));
    }

    private WatchCursor withState(Call call, ListOptions options, Selection selection, long revision) {
        Store store = environment.store();
        if (revision > store.revision()) {
            return new RefusedWatch(
                    Statuses.tooLargeRevision(Parameters.whole(options.resourceVersion()), store.revision(), 1));
        }
        var state = new SelectionReader(store, call.entry(), call.namespace(), selection, 0).read(Optional.empty(), 0);
        boolean ended = options.bookmarks() && options.asksForInitialEvents();
        var start = new StoreWatch.Start(
                state.items(),
                ended ? Optional.of(state.revision()) : Optional.empty(),
                options.bookmarks(),
                length(call));
        return new StoreWatch(call.entry(), selection, start, log(call, selection, state.revision()), environment);
    }

    private StoreWatch changes(Call call, ListOptions options, Selection selection, long revision) {
        long from = revision == 0 ? environment.store().revision() : revision;
        var start = new StoreWatch.Start(List.of(), Optional.empty(), options.bookmarks(), length(call));
        return new StoreWatch(call.entry(), selection, start, log(call, selection, from), environment);
    }

    private static Optional<Duration> length(Call call) {
        return Parameters.number(call.request(), "timeoutSeconds")
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds);
    }

    private LogCursor log(Call call, Selection selection, long revision) {
        ResourceType type = call.entry().stored();
        return environment
                .store()
                .watch(
                        new ResourceId(type.group(), type.resource()),
                        call.namespace(),
                        revision,
                        selection.watched(call.entry()));
    }
}
