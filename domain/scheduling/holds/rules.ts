export const HoldStatus = ['ACTIVE', 'BOOKED', 'EXPIRED', 'RELEASED'] as const
export type HoldStatus = (typeof HoldStatus)[number]

/** Minutes of a hold: default and maximum. */
export const HOLD_MINUTES = { usual: 5, most: 30 }
