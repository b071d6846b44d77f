/// Tests of priority and fairness.
@NullMarked
package dev.tenure.apiserver.flowcontrol;

import org.jspecify.annotations.NullMarked;
