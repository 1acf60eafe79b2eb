import { DomainError, invalid } from '#platform/core/errors/errors.ts'

/** The percentages of an authorization at which warnings are sent. */
export const THRESHOLDS = [80, 90] as const
export type Threshold = (typeof THRESHOLDS)[number]

/** The unit in which an authorization is counted. */
export const CycleMeasure = ['SESSIONS', 'UNITS'] as const

export const CycleStatus = ['UPCOMING', 'ACTIVE', 'ENDED', 'CLOSED'] as const
export type CycleStatus = (typeof CycleStatus)[number]

export const cycleStatus = (
  { startsOn, endsOn, closed }: { startsOn: string; endsOn: string; closed: boolean },
  today: string,
): CycleStatus => {
  if (closed) return 'CLOSED'
  if (today < startsOn) return 'UPCOMING'
  return today > endsOn ? 'ENDED' : 'ACTIVE'
}

export const percentOf = ({ used, authorized }: { used: number; authorized: number }): number =>
  Math.floor((used * 100) / authorized)

export interface Crossings {
  reached80At: Date | null
  reached90At: Date | null
}

/**
 * When each percentage was reached. One that is still reached is kept. One that is no longer reached, after an
 * undo or a larger authorization, is cleared and announced again once it is reached again. Pure.
 */
export const crossingsOf = (
  facts: { used: number; authorized: number },
  before: Crossings,
  now: Date,
): Crossings => {
  const percent = percentOf(facts)
  const since = (threshold: Threshold, known: Date | null) =>
    percent >= threshold ? (known ?? now) : null
  return {
    reached80At: since(80, before.reached80At),
    reached90At: since(90, before.reached90At),
  }
}

export const assertPeriod = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): void => {
  if (endsOn < startsOn)
    throw invalid('endsOn', 'inverted_range', 'endsOn is before startsOn. Send a later endsOn.')
}

export const assertNotClosed = ({ closedAt }: { closedAt: Date | null }): void => {
  if (!closedAt) return
  throw new DomainError(
    'invalid_transition',
    'The treatment cycle is CLOSED, so it cannot change. Create a new one.',
    {
      extra: { status: 'CLOSED', allowed: [] },
    },
  )
}

export const AttentionReason = ['nearly_used_up', 'used_up', 'ending', 'booked_beyond'] as const

/** Why an active cycle needs attention. Pure. */
export const actionReasons = (
  facts: { used: number; booked: number; authorized: number; renewOn: string; renewed: boolean },
  today: string,
): (typeof AttentionReason)[number][] => {
  const { used, booked, authorized, renewOn, renewed } = facts
  const reasons = {
    nearly_used_up: percentOf(facts) >= THRESHOLDS[0] && used < authorized,
    used_up: used >= authorized,
    ending: !renewed && renewOn <= today,
    booked_beyond: used + booked > authorized,
  }
  return AttentionReason.filter((reason) => reasons[reason])
}
