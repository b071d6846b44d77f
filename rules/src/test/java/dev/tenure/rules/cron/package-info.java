/// Tests of cron schedules.
@NullMarked
package dev.tenure.rules.cron;

import org.jspecify.annotations.NullMarked;
