/// Tests of what agents may have certificates for.
@NullMarked
package dev.tenure.controllers.certificates;

import org.jspecify.annotations.NullMarked;
