export const HoldStatus = ['ACTIVE', 'BOOKED', 'EXPIRED', 'RELEASED'] as const
export type HoldStatus = (typeof HoldStatus)[number]

/** Minutes for which a hold reserves its slot: unless it says so, and at the most. */
export const HOLD_MINUTES = { usual: 5, most: 30 }
