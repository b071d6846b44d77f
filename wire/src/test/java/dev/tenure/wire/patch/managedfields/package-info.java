/// Who owns which field, by what upstream answered.
@NullMarked
package dev.tenure.wire.patch.managedfields;

import org.jspecify.annotations.NullMarked;
