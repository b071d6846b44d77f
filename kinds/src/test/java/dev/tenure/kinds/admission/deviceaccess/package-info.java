@NullMarked
package dev.tenure.kinds.admission.deviceaccess;

import org.jspecify.annotations.NullMarked;
