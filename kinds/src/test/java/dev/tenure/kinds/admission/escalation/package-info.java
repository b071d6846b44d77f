@NullMarked
package dev.tenure.kinds.admission.escalation;

import org.jspecify.annotations.NullMarked;
