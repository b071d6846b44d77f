package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;

/// What every handler works with. Immutable and shared.
public record Environment(
        KindTable kinds, Store store, AdmissionChain admission, TimeSource time, Identities identities) {}
