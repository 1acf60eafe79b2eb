import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Search } from './search.ts'
import { nearbyStarts } from './nearby-starts.ts'

/** Errors that another start could avoid. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set([
  'slot_taken',
  'slot_unavailable',
  'hold_expired',
])

/** Adds free starts close to the requested one to an error. */
export const offerAlternatives = (tx: Transaction, search: Omit<Search, 'range'>, near: Date) =>
  tx.onRefusal({
    codes: ELSEWHERE,
    question: JSON.stringify({ search, near }),
    find: async (reader) => ({ alternatives: await nearbyStarts(reader, search, { near }) }),
  })
