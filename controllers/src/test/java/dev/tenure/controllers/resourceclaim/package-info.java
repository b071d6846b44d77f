/// Tests of the claims of pods.
@NullMarked
package dev.tenure.controllers.resourceclaim;

import org.jspecify.annotations.NullMarked;
