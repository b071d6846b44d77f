/// Tests of the API server's flags and files.
/// Never here: requests.
/// Start at AdmissionFileTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.apiserver;

import org.jspecify.annotations.NullMarked;
