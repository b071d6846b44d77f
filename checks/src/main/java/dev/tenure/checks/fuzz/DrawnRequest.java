package dev.tenure.checks.fuzz;

import java.util.List;

/// A request that was drawn, before it becomes bytes of one protocol or another.
///
/// @param target path and query
/// @param headers beside those of the body and the token, each `Name: value`
/// @param type of the body; without meaning when that is empty
record DrawnRequest(String method, String target, List<String> headers, String type, byte[] body) {}
