/// What is peculiar to config maps, secrets and namespaces, and the deprecated component statuses.
/// Never here: where secrets are kept, emptying a namespace that is deleted (controllers).
/// Start at SecretStrategy.
/// Upstream twin: pkg/registry/core/configmap, secret, namespace.
@NullMarked
package dev.tenure.kinds.core;

import org.jspecify.annotations.NullMarked;
