/// Tests of dev.tenure.node.cri.
@NullMarked
package dev.tenure.node.cri;

import org.jspecify.annotations.NullMarked;
