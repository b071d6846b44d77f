/// Holds pods against the security standards that labels of their namespace name.
/// Never here: validity of security contexts (kinds.podspec).
/// Start at PodSecurityAdmission.
/// Upstream twin: k8s.io/pod-security-admission.
@NullMarked
package dev.tenure.kinds.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
