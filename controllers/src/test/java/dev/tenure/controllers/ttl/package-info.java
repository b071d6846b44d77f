/// Tests of the ttl controller's rule.
@NullMarked
package dev.tenure.controllers.ttl;

import org.jspecify.annotations.NullMarked;
