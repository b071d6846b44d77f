@NullMarked
package dev.tenure.kinds.admission.serviceaddresses;

import org.jspecify.annotations.NullMarked;
