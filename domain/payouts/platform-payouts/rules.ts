export const PlatformPayoutStatus = ['DRAFT', 'PAID', 'CANCELLED'] as const
export type PlatformPayoutStatus = (typeof PlatformPayoutStatus)[number]
