/// Objects as rows: what a column is, and the documents of kind Table.
/// Never here: the columns of one kind (kinds.table), HTTP, choosing a representation, the store.
/// Start at Column.
/// Upstream twin: pkg/printers/internalversion.
@NullMarked
package dev.tenure.apiserver.table;

import org.jspecify.annotations.NullMarked;
