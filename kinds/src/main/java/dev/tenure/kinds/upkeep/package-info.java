/// What an API server writes for itself so that objects that it looks after are as they have to be.
/// Never here: which objects these are (kinds.apiservice, kinds.flowcontrol); controllers, which are clients.
/// Start at UpkeepLoop.
/// Upstream twin: none; its server has a client of itself for each such kind.
@NullMarked
package dev.tenure.kinds.upkeep;

import org.jspecify.annotations.NullMarked;
