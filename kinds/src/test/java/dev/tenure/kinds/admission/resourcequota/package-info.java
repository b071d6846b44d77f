/// Tests that quotas hold, also when many write at once.
@NullMarked
package dev.tenure.kinds.admission.resourcequota;

import org.jspecify.annotations.NullMarked;
