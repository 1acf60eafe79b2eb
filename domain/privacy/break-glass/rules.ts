/** Minutes of access to a child outside the caseload. */
export const BREAK_GLASS_MINUTES = { usual: 60, most: 480 }
