/// Tests of the forms in which answers are given.
@NullMarked
package dev.tenure.apiserver.negotiate;

import org.jspecify.annotations.NullMarked;
