@NullMarked
package dev.tenure.plan.report;

import org.jspecify.annotations.NullMarked;
