/// Tests of events in both of their forms.
@NullMarked
package dev.tenure.apiserver.registry.event;

import org.jspecify.annotations.NullMarked;
