export const CreditPayoutStatus = ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const
export type CreditPayoutStatus = (typeof CreditPayoutStatus)[number]

/** How credit is paid out: by the gateway, or manually with a record. */
export const CreditPayoutMethod = ['PAYOUT_ACCOUNT', 'BANK_TRANSFER', 'CASH'] as const
export type CreditPayoutMethod = (typeof CreditPayoutMethod)[number]
