/// Tests of webhooks, with a server that stands in for them.
@NullMarked
package dev.tenure.kinds.admission.webhook;

import org.jspecify.annotations.NullMarked;
