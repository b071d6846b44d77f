/// Tests of what is valid in the kinds that drivers of volumes use.
/// Never here: volumes and claims (kinds.volume).
/// Start at LargeListsTest.
/// Upstream twin: pkg/apis/storage/validation.
@NullMarked
package dev.tenure.kinds.storage;

import org.jspecify.annotations.NullMarked;
