/** What the chart renders, and what an API server makes of it. */
@NullMarked
package dev.headgate.e2e.chart;

import org.jspecify.annotations.NullMarked;
