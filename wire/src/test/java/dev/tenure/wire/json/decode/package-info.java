/// What Go's decoder would make of JSON.
@NullMarked
package dev.tenure.wire.json.decode;

import org.jspecify.annotations.NullMarked;
