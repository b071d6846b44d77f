/// Tests of typed views.
@NullMarked
package dev.tenure.wire.view;

import org.jspecify.annotations.NullMarked;
