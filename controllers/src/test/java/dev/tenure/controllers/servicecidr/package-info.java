/// Tests of the rules of ranges of services' addresses.
@NullMarked
package dev.tenure.controllers.servicecidr;

import org.jspecify.annotations.NullMarked;
