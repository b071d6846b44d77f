/// The default ingress class.
/// Never here: rules of ingresses (registry).
/// Start at DefaultIngressClass.
/// Upstream twin: plugin/pkg/admission/network/defaultingressclass.
@NullMarked
package dev.tenure.apiserver.admission.ingress;

import org.jspecify.annotations.NullMarked;
