package dev.tenure.launch.store;

import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.AtRest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.etcd.EtcdContents.Reading;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import dev.tenure.wire.view.Views;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Objects on their way between the store of a data directory and an etcd. The signs of life of servers stay
/// behind.
final class Transfer {
    private static final ResourceId SERVER_LEASES = ResourceId.of(SharedKinds.SERVER_LEASES.stored());

    private Transfer() {}

    /// What is in an etcd, as of a store's folder.
    static Report report(EtcdContents etcd) {
        Reading reading = etcd.read();
        Map<String, Long> byResource = reading.objects().stream()
                .collect(Collectors.groupingBy(
                        one -> one.key().group() + "/" + one.key().resource(), TreeMap::new, Collectors.counting()));
        List<String> lost = reading.unreadable().stream().map(key -> key.path()).toList();
        List<String> faults = Stream.of(
                        reading.unfinished().stream(),
                        reading.faults().stream(),
                        lost.stream().map(key -> key + " cannot be read"))
                .flatMap(each -> each)
                .toList();
        return new Report(reading.cluster(), reading.revision(), reading.bytes(), byResource, faults, lost);
    }

    /// Makes a store of all that was read of an etcd, every object at the revision that it has there.
    ///
    /// @param atRest the form in which they are to lie in the folder
    /// @throws StoreUnavailableException when something cannot be read, or the folder holds a store
    static Report intoFolder(Reading reading, Path folder, AtRest atRest) {
        return new StoreFolder(folder).fill(lasting(reading), reading.revision(), atRest);
    }

    /// What of it is worth keeping.
    ///
    /// @throws StoreUnavailableException when something cannot be read, or is not there yet
    static List<StoredObject> lasting(Reading reading) {
        reading.unfinished().ifPresent(fault -> {
            throw new StoreUnavailableException(fault);
        });
        if (!reading.unreadable().isEmpty()) {
            throw new StoreUnavailableException(("objects in etcd that cannot be read: %d, the first is %s: give"
                            + " --encryption-provider-config if they are encrypted, delete them first if they are damaged (DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true)")
                    .formatted(
                            reading.unreadable().size(),
                            reading.unreadable().getFirst().path()));
        }
        return lasting(reading.objects());
    }

    /// All objects of a store that are worth keeping.
    ///
    /// @param atRest the form in which they lie in the folder
    /// @throws StoreUnavailableException when the store is not whole
    static List<StoredObject> objects(StoreFolder folder, AtRest atRest) {
        return lasting(folder.objects(Views.reader("", ""), atRest));
    }

    private static List<StoredObject> lasting(List<StoredObject> objects) {
        return objects.stream()
                .filter(object -> !ResourceId.of(object.key()).equals(SERVER_LEASES))
                .toList();
    }
}
