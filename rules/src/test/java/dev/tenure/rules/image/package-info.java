/// Tests of the names of images.
@NullMarked
package dev.tenure.rules.image;

import org.jspecify.annotations.NullMarked;
