import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Search } from './search.ts'
import { nearbyStarts } from './nearby-starts.ts'

/** Refusals that another start would not meet. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set([
  'slot_taken',
  'slot_unavailable',
  'hold_expired',
])

/** Has a refusal say what is free near the start that was wanted. */
export const offerAlternatives = (tx: Transaction, search: Omit<Search, 'range'>, near: Date) =>
  tx.onRefusal(async (reader, { code }) =>
    ELSEWHERE.has(code) ? { alternatives: await nearbyStarts(reader, search, { near }) } : {},
  )
