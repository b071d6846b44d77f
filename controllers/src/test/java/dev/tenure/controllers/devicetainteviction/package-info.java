/// Tests of evictions because of devices.
@NullMarked
package dev.tenure.controllers.devicetainteviction;

import org.jspecify.annotations.NullMarked;
