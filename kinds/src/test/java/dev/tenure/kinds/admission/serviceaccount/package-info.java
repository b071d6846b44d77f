/// Tests of what pods get from their service account.
@NullMarked
package dev.tenure.kinds.admission.serviceaccount;

import org.jspecify.annotations.NullMarked;
