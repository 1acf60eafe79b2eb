/** How long a key is remembered: 24 hours. */
export const KEY_LIFETIME_MS = 24 * 3_600_000
