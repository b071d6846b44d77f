/// Names of images: registry, repository, tag, digest.
/// Never here: who may pull them (kubelet.image), pulling them (node.container).
/// Start at ImageReference.
/// Upstream twin: pkg/util/parsers/parsers.go and the module github.com/distribution/reference.
@NullMarked
package dev.tenure.rules.image;

import org.jspecify.annotations.NullMarked;
