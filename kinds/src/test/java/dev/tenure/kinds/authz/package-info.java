/// The node authorizer over a whole server in this process.
@NullMarked
package dev.tenure.kinds.authz;

import org.jspecify.annotations.NullMarked;
