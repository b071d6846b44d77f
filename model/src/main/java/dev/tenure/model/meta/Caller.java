package dev.tenure.model.meta;

import java.util.List;
import java.util.Map;

/// Who sends a request, after authentication and impersonation.
///
/// @param agent what the sender calls itself, the `User-Agent`; names the field manager when a write gives
///     none
public record Caller(String user, String uid, List<String> groups, Map<String, List<String>> extra, String agent) {
    public static final String SYSTEM_MASTERS = "system:masters";

    /// The group of the certificate that an API server shows to agents of nodes. Nothing in the API is bound
    /// to it, so that an agent, or whoever plays one, gains nothing from a connection.
    public static final String AGENT_CLIENTS = "tenure:agent-clients";

    public Caller {
        groups = List.copyOf(groups);
        extra = Frozen.map(extra);
    }

    /// A component of the control plane, with the rights of its user and groups.
    public static Caller component(String user, List<String> groups, String agent) {
        return new Caller(user, "", groups, Map.of(), agent);
    }
}
