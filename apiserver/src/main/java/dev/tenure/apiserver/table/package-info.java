/// Objects as rows: the columns that kubectl shows of each kind, declared as data.
/// Never here: HTTP, choosing a representation, the store.
/// Start at Column.
/// Upstream twin: pkg/printers/internalversion.
@NullMarked
package dev.tenure.apiserver.table;

import org.jspecify.annotations.NullMarked;
