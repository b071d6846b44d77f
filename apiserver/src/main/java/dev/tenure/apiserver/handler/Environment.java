package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;

/// What every handler works with. Immutable and shared.
///
/// @param table the kinds that are served now
public record Environment(
        Published<KindTable> table, Store store, AdmissionChain admission, TimeSource time, Identities identities) {
    /// The kinds that are served now; they may be others the next time.
    public KindTable kinds() {
        return table.get();
    }
}
