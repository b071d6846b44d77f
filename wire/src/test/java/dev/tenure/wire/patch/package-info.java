/// Tests of the patches: tables, replays of recorded requests, seeded properties.
/// Never here: HTTP.
/// Start at JsonPatchTest.
/// Upstream twin: the tests beside apimachinery's patch packages.
@NullMarked
package dev.tenure.wire.patch;

import org.jspecify.annotations.NullMarked;
