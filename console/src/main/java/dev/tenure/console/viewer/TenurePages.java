package dev.tenure.console.viewer;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// The read-only JSON under `/tenure/v1`, asked for with the rights of the one who looks: over HTTP, or in
/// the process of the API server. Safe for use by several threads.
public interface TenurePages {
    /// @param path from `/tenure/v1` on, with its query
    /// @return empty when the cluster has no such page: it is no Tenure, or the component is off
    /// @throws ConsoleFault when the caller may not read it
    Optional<JsonNode> get(String path);
}
