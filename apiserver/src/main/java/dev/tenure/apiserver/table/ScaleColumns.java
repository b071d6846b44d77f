package dev.tenure.apiserver.table;

import java.util.List;

/// The columns of the subresource `scale`, whichever kind it belongs to.
public final class ScaleColumns {
    public static final List<Column> ALL = List.of(
            CellText.text("Name", scale -> Cells.text(scale, "metadata", "name")),
            CellText.number("Desired", "spec", "replicas"),
            CellText.number("Available", "status", "replicas"),
            CellText.age());

    private ScaleColumns() {}
}
