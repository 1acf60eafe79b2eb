/** What a payer's bank asks back of a capture, as the gateway has it now. */
export interface DisputeState {
  /** The gateway's own id of it. */
  reference: string
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'CLOSED'
  /** The bank asks before it takes anything; an inquiry may become a dispute. */
  isInquiry: boolean
  /** Why, as a stable code of the gateway. */
  reason: string
  /** Integer minor units. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** What was ever taken from the account for it, and what of that was not given back. */
  withdrawnMinor: number
  withheldMinor: number
  /** What the gateway charges for it, less what it has given back; null before it charged anything. */
  fee: { amountMinor: number; currency: string } | null
  /** Until when evidence is taken. */
  dueAt: Date | null
}
