/// Who did what, when and with which outcome: the audit policy, and the events that it asks for.
/// Never here: where lines of the log go to (`runtime.io.RotatedFile`), and access rights (`authz`).
/// Start at AuditTrail, then AuditedRequest.
/// Upstream twin: staging/src/k8s.io/apiserver/pkg/audit, pkg/endpoints/filters/audit.go.
@NullMarked
package dev.tenure.apiserver.audit;

import org.jspecify.annotations.NullMarked;
