/// Tests that limit ranges set defaults and refuse what exceeds them.
@NullMarked
package dev.tenure.kinds.admission.limitranger;

import org.jspecify.annotations.NullMarked;
