/// Who may do what: roles that are made of others, and the node authorizer over a whole server in this process.
@NullMarked
package dev.tenure.apiserver.authz;

import org.jspecify.annotations.NullMarked;
