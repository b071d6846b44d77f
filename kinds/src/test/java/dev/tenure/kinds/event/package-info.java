/// Tests of events in both of their forms.
@NullMarked
package dev.tenure.kinds.event;

import org.jspecify.annotations.NullMarked;
