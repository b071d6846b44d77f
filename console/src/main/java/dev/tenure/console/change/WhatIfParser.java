package dev.tenure.console.change;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.wire.json.ObjectNode;

/// Reads what a forecast is asked about, as a page sends it.
public final class WhatIfParser {
    private WhatIfParser() {}

    /// @throws ConsoleFault when it is neither a loss nor a change
    public static WhatIf parse(ObjectNode json) {
        return switch (json.path("kind").asText("")) {
            case "lose-node" -> new WhatIf.NodeLost(ChangeParser.required(json, "node"));
            case "lose-zone" -> new WhatIf.ZoneLost(ChangeParser.required(json, "zone"));
            case "nothing" -> new WhatIf.Nothing();
            default -> new WhatIf.Changed(ChangeParser.parse(json));
        };
    }
}
