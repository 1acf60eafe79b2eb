import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { Point, Verdict } from './trend.ts'

export const GoalStatus = ['ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED'] as const
export type GoalStatus = (typeof GoalStatus)[number]

export const GoalReviewStatus = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const

/** FHIR's goal achievement codes: http://terminology.hl7.org/CodeSystem/goal-achievement */
export const AchievementStatus = [
  'in-progress',
  'improving',
  'worsening',
  'no-change',
  'achieved',
  'sustaining',
  'not-achieved',
  'no-progress',
  'not-attainable',
] as const
export type AchievementStatus = (typeof AchievementStatus)[number]

/** Codes with which a goal can be completed. */
export const FinalAchievement = [
  'achieved',
  'sustaining',
  'not-achieved',
  'no-progress',
  'not-attainable',
] as const

interface Aim {
  baseline: number
  target: number
  /** How many consecutive measurements must reach the target. */
  consecutive: number
}

/** How long a goal stays reached before it counts as sustained. */
const SUSTAINED_AFTER_MS = 28 * 86_400_000

const reaches = ({ baseline, target }: Aim, value: number): boolean =>
  target > baseline ? value >= target : value <= target

/**
 * When the goal was reached and by which measurements, if the latest measurement belongs to an unbroken run
 * that is long enough; undefined otherwise.
 */
export const reachedSince = (aim: Aim, points: readonly Point[]): Date | undefined => {
  const ordered = points.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const run = ordered.slice(ordered.findLastIndex(({ value }) => !reaches(aim, value)) + 1)
  return run[aim.consecutive - 1]?.at
}

const BY_VERDICT: Record<Verdict, AchievementStatus> = {
  NOT_ENOUGH_DATA: 'in-progress',
  INCONCLUSIVE: 'in-progress',
  IMPROVING: 'improving',
  REGRESSING: 'worsening',
  PLATEAU: 'no-change',
}

/** FHIR's code for the state that a goal's measurements show. */
export const achievementOf = (
  verdict: Verdict,
  achievedAt: Date | undefined,
  lastMeasuredAt: Date | undefined,
): AchievementStatus => {
  if (!achievedAt || !lastMeasuredAt) return BY_VERDICT[verdict]
  const heldForMs = lastMeasuredAt.getTime() - achievedAt.getTime()
  return heldForMs >= SUSTAINED_AFTER_MS ? 'sustaining' : 'achieved'
}

export const assertAim = ({ baseline, target }: { baseline: number; target: number }): void => {
  if (baseline === target)
    throw invalid(
      'target.value',
      'invalid_value',
      'The target equals the baseline. Choose a different target.',
    )
}

/** Checks that a measurement is in the past and belongs to a session of the child. */
export const assertMeasurement = (
  { measuredAt }: { measuredAt: Date },
  { now, session, childId }: { now: Date; session: { childId: string } | null; childId: string },
): void => {
  if (measuredAt > now)
    throw invalid('measuredAt', 'in_the_future', 'measuredAt is in the future. Send a past time.')
  if (session && session.childId !== childId)
    throw invalid(
      'sessionId',
      'mismatch',
      'The session belongs to another child. Send a session of this child.',
    )
}

/**
 * A goal's final achievement: the given one, or the measured one if the goal has been reached. Without either,
 * one must be given.
 */
export const finalAchievement = (
  goal: { achievementStatus: string },
  given: AchievementStatus | undefined,
): AchievementStatus => {
  if (given) return given
  const { achievementStatus } = goal
  if (achievementStatus === 'achieved' || achievementStatus === 'sustaining')
    return achievementStatus
  throw new DomainError(
    'validation_failed',
    `achievementStatus is required, because the measurements give ${achievementStatus}, which is not a final status.`,
    {
      issues: [
        {
          path: 'achievementStatus',
          code: 'required',
          message: 'is required if the goal was not reached',
        },
      ],
    },
  )
}
