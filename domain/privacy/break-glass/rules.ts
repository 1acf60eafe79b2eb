/** The default and the maximum number of minutes of access to a child outside of the caseload. */
export const BREAK_GLASS_MINUTES = { usual: 60, most: 480 }
