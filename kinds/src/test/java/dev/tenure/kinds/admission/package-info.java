/// What tests of admission plugins share.
@NullMarked
package dev.tenure.kinds.admission;

import org.jspecify.annotations.NullMarked;
