package dev.headgate.admission;

/** The answer of {@link CellCheck}: the cell class, or why there is none. */
sealed interface CellChoice permits PinnedCell, CellCheck.NoCell {}
