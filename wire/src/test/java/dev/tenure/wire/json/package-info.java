/// Tests of documents, of reading and writing JSON, and of what is remembered of it.
@NullMarked
package dev.tenure.wire.json;

import org.jspecify.annotations.NullMarked;
