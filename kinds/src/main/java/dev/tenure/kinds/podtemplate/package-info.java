/// What is peculiar to stored pod templates.
/// Never here: templates in other kinds.
/// Start at PodTemplateStrategy.
/// Upstream twin: pkg/registry/core/podtemplate.
@NullMarked
package dev.tenure.kinds.podtemplate;

import org.jspecify.annotations.NullMarked;
