/** The current state of a dispute of a capture, as reported by the gateway. */
export interface DisputeState {
  /** The gateway's own id of the dispute. */
  reference: string
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'CLOSED'
  /** True if the bank asks before it takes money; an inquiry may become a dispute. */
  isInquiry: boolean
  /** The reason, as a stable code of the gateway. */
  reason: string
  /** Integer minor units. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** The total ever withdrawn from the account for it, and the part that was not returned. */
  withdrawnMinor: number
  withheldMinor: number
  /** The gateway's fee, less what it has returned; null before it charged anything. */
  fee: { amountMinor: number; currency: string } | null
  /** When the time for evidence ends. */
  dueAt: Date | null
}
