/// Tests of YAML as users write it.
@NullMarked
package dev.tenure.wire.yaml;

import org.jspecify.annotations.NullMarked;
