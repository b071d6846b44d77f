/// Resolves priority classes of pods, and keeps a single default class.
/// Never here: preemption (scheduler).
/// Start at PriorityAdmission.
/// Upstream twin: plugin/pkg/admission/priority.
@NullMarked
package dev.tenure.kinds.admission.priority;

import org.jspecify.annotations.NullMarked;
