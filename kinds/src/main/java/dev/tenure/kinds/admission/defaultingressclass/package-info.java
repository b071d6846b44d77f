/// The default ingress class.
/// Never here: rules of ingresses (kinds.networking).
/// Start at DefaultIngressClass.
/// Upstream twin: plugin/pkg/admission/network/defaultingressclass.
@NullMarked
package dev.tenure.kinds.admission.defaultingressclass;

import org.jspecify.annotations.NullMarked;
