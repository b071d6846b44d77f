/// The API server alone, as a process.
/// Never here: behaviour of any kind.
/// Start at ApiServerCommand.
/// Upstream twin: cmd/kube-apiserver/app.
@NullMarked
package dev.tenure.launch.apiserver;

import org.jspecify.annotations.NullMarked;
