package dev.tenure.apiserver.http.page;

import java.util.Map;
import java.util.function.Supplier;

/// What a component tells of itself at `/statusz` and `/flagz`.
///
/// @param name under which people know it, as upstream's component is called
/// @param flags by name, without dashes, with their values, those that nobody gave too; asked once for each
///     answer, by several threads. What nobody may read must not be in it.
public record ComponentFacts(String name, Supplier<Map<String, String>> flags) {}
