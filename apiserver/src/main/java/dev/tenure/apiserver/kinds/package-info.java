/// The table of all kinds that are served: one entry a kind, names, verbs and behaviour as data.
/// Never here: a kind's rules (registry.<kind>), a handler.
/// Start at KindTable.
/// Upstream twin: pkg/controlplane/instance.go and the storage providers.
@NullMarked
package dev.tenure.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
