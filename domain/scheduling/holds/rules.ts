export const HoldStatus = ['ACTIVE', 'BOOKED', 'EXPIRED', 'RELEASED'] as const
export type HoldStatus = (typeof HoldStatus)[number]

/** The default and the maximum number of minutes of a hold. */
export const HOLD_MINUTES = { usual: 5, most: 30 }
