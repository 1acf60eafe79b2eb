import { DAY_MS } from '#platform/core/time/time.ts'

/**
 * The purpose of a call: ANSWER writes an answer, AGENT is an agent's turn, and TEST checks whether the model
 * responds.
 */
export const CALL_PURPOSES = ['ANSWER', 'AGENT', 'TEST'] as const
export type CallPurpose = (typeof CALL_PURPOSES)[number]

/** STARTED means that the call is in progress or its process has died; it counts with its maximum usage. */
export const CALL_STATUSES = ['STARTED', 'SUCCEEDED', 'FAILED'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

type Budget = 'TOKENS_PER_DAY' | 'COST_PER_DAY' | 'CALLS_PER_MINUTE'

interface Limits {
  tokensPerDay: number
  costPerDay: number | null
  callsPerMinute: number
}

/** Totals of the day's calls, and of those in the last minute. */
export interface Spent {
  tokens: number
  cost: number
  callsOfMinute: number
}

/** The budget that another call with this maximum usage could exceed. */
export const exhaustedBudget = (
  { tokensPerDay, costPerDay, callsPerMinute }: Limits,
  spent: Spent,
  next: { tokens: number; cost: number },
): Budget | undefined => {
  if (spent.callsOfMinute + 1 > callsPerMinute) return 'CALLS_PER_MINUTE'
  if (spent.tokens + next.tokens > tokensPerDay) return 'TOKENS_PER_DAY'
  if (costPerDay !== null && spent.cost + next.cost > costPerDay) return 'COST_PER_DAY'
  return undefined
}

/** The start of the day in UTC, by which budgets are counted. */
export const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)

/** The number of seconds until a budget may allow another call. */
export const secondsUntilFree = (budget: Budget, now: Date): number =>
  budget === 'CALLS_PER_MINUTE'
    ? 60
    : Math.ceil((startOfDay(now).getTime() + DAY_MS - now.getTime()) / 1_000)
