/// What is peculiar to secrets.
/// Never here: where they are kept.
/// Start at SecretStrategy.
/// Upstream twin: pkg/registry/core/secret/strategy.go.
@NullMarked
package dev.tenure.kinds.secret;

import org.jspecify.annotations.NullMarked;
