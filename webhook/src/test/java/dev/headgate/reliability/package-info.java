/** What the tests of reliability reached, as one table (design page 7, "Goals"). */
@NullMarked
package dev.headgate.reliability;

import org.jspecify.annotations.NullMarked;
