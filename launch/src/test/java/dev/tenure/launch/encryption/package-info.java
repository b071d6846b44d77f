/// Tests of what is encrypted where it is stored.
@NullMarked
package dev.tenure.launch.encryption;

import org.jspecify.annotations.NullMarked;
