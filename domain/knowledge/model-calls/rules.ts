import { DAY_MS } from '#platform/core/time/time.ts'

/** ANSWER words an answer to a question; AGENT is a turn of an agent; TEST asks whether the model answers at all. */
export const CALL_PURPOSES = ['ANSWER', 'AGENT', 'TEST'] as const
export type CallPurpose = (typeof CALL_PURPOSES)[number]

/** STARTED: the call is under way, or its process ended with it; it then counts as what it might have used. */
export const CALL_STATUSES = ['STARTED', 'SUCCEEDED', 'FAILED'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

type Budget = 'TOKENS_PER_DAY' | 'COST_PER_DAY' | 'CALLS_PER_MINUTE'

interface Limits {
  tokensPerDay: number
  costPerDay: number | null
  callsPerMinute: number
}

/** What the calls of a day and of the last minute come to. */
export interface Spent {
  tokens: number
  cost: number
  callsOfMinute: number
}

/** The budget that another call may exceed, using so much at the most. */
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

/** Days of budgets are days of UTC. */
export const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)

/** Seconds until a budget may admit another call. */
export const secondsUntilFree = (budget: Budget, now: Date): number =>
  budget === 'CALLS_PER_MINUTE'
    ? 60
    : Math.ceil((startOfDay(now).getTime() + DAY_MS - now.getTime()) / 1_000)
