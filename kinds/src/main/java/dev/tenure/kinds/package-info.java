/// Every kind that is built in, as data: names, verbs, strategies, columns; what a new cluster begins with;
/// and the server that serves them all.
/// Never here: a kind's own rules (kinds.<kind>), an admission plugin (kinds.admission.<plugin>), what is the
/// same for all kinds (apiserver).
/// Start at KindList, then StandardServer.
/// Upstream twin: pkg/controlplane/instance.go and the storage providers, pkg/registry/rbac/rest,
/// plugin/pkg/auth/authorizer/rbac/bootstrappolicy.
@NullMarked
package dev.tenure.kinds;

import org.jspecify.annotations.NullMarked;
