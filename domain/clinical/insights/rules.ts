import type { GoalProgress } from '../goals/progress-schemas.ts'
import { utc } from '#platform/core/time/time.ts'

/** The period for attendance and goals worked on. */
export const WINDOW_DAYS = 90
/** If a child had no session for this long, an insight says so. */
const UNSEEN_AFTER_DAYS = 28
/** A share of kept appointments below this needs attention, if there were enough appointments. */
const KEPT_SHARE = 0.75
/** The minimum number of appointments for this insight. */
const FEWEST_APPOINTMENTS = 4
/** An active goal is neglected after this many consecutive sessions without work on it. */
const RESTING_SESSIONS = 5
const DAY_MS = 86_400_000

export const Severity = ['ATTENTION', 'GOOD', 'NOTICE'] as const
export type Severity = (typeof Severity)[number]

/** A statement about the records, with its numbers and evidence. */
export interface Insight {
  code: string
  severity: Severity
  text: string
  goalId: string | null
  values: Record<string, number>
  evidenceIds: string[]
}

/** Input of insights. */
export interface Records {
  goals: readonly GoalProgress[]
  reviews: readonly { id: string; goalId: string; reason: string; createdAt: Date }[]
  /** Sessions in the period, latest first. */
  sessions: readonly { id: string; startedAt: Date; attendance: string; goalIds: string[] }[]
  lastSession: { id: string; startedAt: Date } | null
  /** Appointments in the period that did not take place. */
  missed: readonly { id: string; status: 'NO_SHOW' | 'CANCELLED'; byFamily: boolean }[]
  nextAppointment: { id: string; startsAt: Date } | null
}

/** All statements, with those that need attention first. Pure. */
export const insightsOf = (records: Records, now: Date): Insight[] => {
  const found = [
    ...records.goals.flatMap(ofGoal),
    ...records.reviews.map((review) => ofReview(review, now)),
    ...attendance(records),
    ...presence(records, now),
    ...resting(records),
  ]
  return found.toSorted((a, b) => Severity.indexOf(a.severity) - Severity.indexOf(b.severity))
}

const SEVERITIES: Record<string, Severity> = {
  regressing: 'ATTENTION',
  plateau: 'ATTENTION',
  behind_pace: 'ATTENTION',
  past_target_date: 'ATTENTION',
  stale: 'ATTENTION',
  not_measured: 'ATTENTION',
  improving: 'GOOD',
  target_reached: 'GOOD',
  on_pace: 'GOOD',
}

/** The statements about one goal's measurements (domain/clinical/goals/get-child-progress.ts), with their numbers. */
const ofGoal = (goal: GoalProgress): Insight[] => {
  const { level, share, neededPer30Days, trend } = goal
  const values = known({
    baseline: goal.baseline,
    target: goal.target,
    level,
    share,
    neededPer30Days,
    measurements: trend?.measurements,
    slopePer30Days: trend?.slopePer30Days,
    slopeLow: trend?.interval.low,
    slopeHigh: trend?.interval.high,
    kendallS: trend?.kendallS,
    pValue: trend?.pValue,
  })
  return goal.statements.map(({ code, text, measurementIds }) => ({
    code,
    severity: goal.status === 'ACTIVE' ? (SEVERITIES[code] ?? 'NOTICE') : 'NOTICE',
    text: `${goal.title}: ${text}`,
    goalId: goal.goalId,
    values,
    evidenceIds: measurementIds.length > 0 ? measurementIds : [goal.goalId],
  }))
}

const ofReview = (review: Records['reviews'][number], now: Date): Insight => {
  const days = daysBetween(review.createdAt, now)
  return {
    code: 'review_open',
    severity: 'ATTENTION',
    text: `A review (${review.reason}) has waited ${days} days for the therapist’s answer.`,
    goalId: review.goalId,
    values: { days },
    evidenceIds: [review.id],
  }
}

const attendance = ({ sessions, missed }: Records): Insight[] => {
  const kept = sessions.filter((it) => it.attendance !== 'ABSENT')
  const absent = sessions.length - kept.length
  const noShows = missed.filter(({ status }) => status === 'NO_SHOW').length
  const cancelled = missed.filter((it) => it.status === 'CANCELLED' && it.byFamily).length
  const lost = missed.filter((it) => it.status === 'NO_SHOW' || it.byFamily)
  const planned = sessions.length + noShows + cancelled
  if (planned === 0) return []
  const share = Number((kept.length / planned).toPrecision(3))
  const poor = share < KEPT_SHARE && planned >= FEWEST_APPOINTMENTS
  return [
    {
      code: 'attendance',
      severity: poor ? 'ATTENTION' : 'NOTICE',
      text: `Attended ${kept.length} of ${planned} in ${WINDOW_DAYS} days: ${absent} absent, ${noShows} no-show, ${cancelled} cancelled by the family.`,
      goalId: null,
      values: { kept: kept.length, planned, absent, noShows, cancelled, share },
      evidenceIds: [...sessions, ...lost].map(({ id }) => id),
    },
  ]
}

const presence = ({ lastSession, nextAppointment }: Records, now: Date): Insight[] => {
  const about = { goalId: null, severity: 'ATTENTION' as const }
  const insights: Insight[] = []
  const days = lastSession && daysBetween(lastSession.startedAt, now)
  if (lastSession && days !== null && days >= UNSEEN_AFTER_DAYS) {
    const text = `Not seen for ${days} days.`
    insights.push({
      ...about,
      code: 'not_seen',
      text,
      values: { days },
      evidenceIds: [lastSession.id],
    })
  }
  if (lastSession && !nextAppointment) {
    const text = `No next appointment; the last session was on ${utc(lastSession.startedAt).slice(0, 10)}.`
    const values = { appointments: 0 }
    insights.push({ ...about, code: 'nothing_booked', text, values, evidenceIds: [lastSession.id] })
  }
  return insights
}

/** Applies only if the centre records which goals a session works on. */
const resting = ({ goals, sessions }: Records): Insight[] => {
  const latest = sessions.filter(({ goalIds }) => goalIds.length > 0).slice(0, RESTING_SESSIONS)
  if (latest.length < RESTING_SESSIONS) return []
  const workedOn = new Set(latest.flatMap(({ goalIds }) => goalIds))
  return goals
    .filter(({ status, goalId }) => status === 'ACTIVE' && !workedOn.has(goalId))
    .map(({ goalId, title }) => ({
      code: 'not_worked_on',
      severity: 'ATTENTION' as const,
      text: `${title}: not worked on in the last ${RESTING_SESSIONS} sessions.`,
      goalId,
      values: { sessions: RESTING_SESSIONS },
      evidenceIds: latest.map(({ id }) => id),
    }))
}

const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS)

const known = (values: Record<string, number | null | undefined>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] != null),
  )
