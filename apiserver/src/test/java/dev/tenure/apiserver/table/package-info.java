/// Tests of tables.
@NullMarked
package dev.tenure.apiserver.table;

import org.jspecify.annotations.NullMarked;
