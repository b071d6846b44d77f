/// How Go prints values.
@NullMarked
package dev.tenure.wire.json.go;

import org.jspecify.annotations.NullMarked;
