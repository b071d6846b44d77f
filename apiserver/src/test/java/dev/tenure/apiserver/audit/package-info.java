/// Tests of the audit policy; what events say is tested against upstream's in `kinds.http`.
/// Never here: sockets.
/// Start at AuditPolicyTest.
@NullMarked
package dev.tenure.apiserver.audit;

import org.jspecify.annotations.NullMarked;
