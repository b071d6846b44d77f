package dev.tenure.embed;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.simnodes.NewNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Manifests of `node-1`, `node-2` and so on. Stateless.
final class NumberedNode {
    private static final Pattern NAME = Pattern.compile("node-([1-9]\\d{0,6})");

    private NumberedNode() {}

    /// The number of a node of such a name; 0 of any other.
    static int number(String name) {
        Matcher numbered = NAME.matcher(name);
        return numbered.matches() ? Integer.parseInt(numbered.group(1)) : 0;
    }

    /// @param zones how many zones there are; 0: the node is in none
    static ObjectNode manifest(int number, int zones) {
        ObjectNode node = NewNode.named("node-" + number);
        if (zones > 0) {
            node.withObject("/metadata/labels").put(WellKnownLabels.ZONE, "zone-" + ((number - 1) % zones + 1));
        }
        return node;
    }
}
