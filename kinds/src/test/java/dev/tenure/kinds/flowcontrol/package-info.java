/// Tests of what a new cluster says of flow control.
@NullMarked
package dev.tenure.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
