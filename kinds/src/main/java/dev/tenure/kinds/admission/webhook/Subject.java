package dev.tenure.kinds.admission.webhook;

import dev.tenure.kinds.admission.match.Interception;
import dev.tenure.kinds.admission.match.Matched;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// What a webhook is asked about.
///
/// @param as the version and kind by which the write matches its rules
/// @param object in that version; absent for deletions
/// @param old the same of what is stored; absent for creations
record Subject(Interception write, Matched as, Optional<ObjectNode> object, Optional<ObjectNode> old) {
    static Subject of(Interception write, Matched as) {
        return new Subject(write, as, write.object(as), write.old(as));
    }
}
