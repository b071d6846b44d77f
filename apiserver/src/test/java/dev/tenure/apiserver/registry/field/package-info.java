/// Tests of the syntax of names and of fields under check.
@NullMarked
package dev.tenure.apiserver.registry.field;

import org.jspecify.annotations.NullMarked;
