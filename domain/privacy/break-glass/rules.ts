/** Minutes for which a child outside the caseload can be seen. */
export const BREAK_GLASS_MINUTES = { usual: 60, most: 480 }
