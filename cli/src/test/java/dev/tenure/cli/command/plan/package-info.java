@NullMarked
package dev.tenure.cli.command.plan;

import org.jspecify.annotations.NullMarked;
