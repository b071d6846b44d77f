/// The columns that kubectl shows of each kind, declared as data.
/// Never here: how rows are made (apiserver.table), the columns of defined kinds (kinds.custom).
/// Start at KindColumns.
/// Upstream twin: pkg/printers/internalversion.
@NullMarked
package dev.tenure.kinds.table;

import org.jspecify.annotations.NullMarked;
