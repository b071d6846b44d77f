/// What every write passes between decoding and the store: plugins that fill in or refuse.
/// Never here: a plugin's own rule (kinds.admission.<plugin>), HTTP.
/// Start at AdmissionPlugin; AdmissionChain runs them in order.
/// Upstream twin: apiserver/pkg/admission.
@NullMarked
package dev.tenure.apiserver.admission;

import org.jspecify.annotations.NullMarked;
