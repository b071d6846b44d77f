package dev.tenure.apiserver.http;

import dev.tenure.apiserver.negotiate.Representation;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Large tables go to a client whole, whatever page it asks for.
///
/// kubectl asks for 500 rows at a time, and from the tenth page on only five times a second: for 10,000 pods
/// it waits two seconds, for 60,000 more than twenty. Pages spare a server that makes an answer before it
/// sends it; rows are made here while the client takes them ([dev.tenure.apiserver.negotiate.ListStream]).
/// The API lets a server answer with all that there is, without a token to continue. Whoever asks for fewer
/// rows than kubectl does wants few, and gets them.
final class WholeTables {
    /// What kubectl asks for unless it is told otherwise (`--chunk-size`).
    static final long LARGE_PAGE = 500;

    private static final String LIMIT = "limit";

    private WholeTables() {}

    /// The parameters of a request, without the limit when it is for large pages of a table.
    static Map<String, List<String>> parameters(Verb verb, Representation wanted, Map<String, List<String>> asked) {
        if (verb != Verb.LIST
                || wanted.form() != Representation.Form.TABLE
                || !isLarge(asked.getOrDefault(LIMIT, List.of()))) {
            return asked;
        }
        var rest = new HashMap<>(asked);
        rest.remove(LIMIT);
        return rest;
    }

    private static boolean isLarge(List<String> limit) {
        try {
            return !limit.isEmpty() && Long.parseLong(limit.getFirst()) >= LARGE_PAGE;
        } catch (NumberFormatException _) {
            return false; // refused where the parameters are read
        }
    }
}
