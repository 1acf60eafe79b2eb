import { median } from 'simple-statistics'
import type { Goal as GoalModel } from '#prisma/generated/client.ts'
import { loadChild } from '#people/children/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { dateText, utc, DAY_MS } from '#platform/core/time/time.ts'
import type { ChildProgress, GoalProgress, Statement } from './progress-schemas.ts'
import { loadPoints, type MeasuredPoint } from './queries.ts'
import type { AchievementStatus, GoalStatus } from './rules.ts'
import { TREND, trendOf, type Trend } from './trend.ts'

/** A goal without a measurement for this long is stale. */
const STALE_AFTER_DAYS = 28
const LEVEL_OF = 3

/** The progress of a child's goals, derived from measurements. Each statement includes its numbers. */
export const getChildProgress = (ctx: Context, { id }: { id: string }): Promise<ChildProgress> =>
  read(ctx, 'goals:read', async (reader) => {
    await loadChild(reader, id)
    const goals = await reader.db.goal.findMany({
      where: { tenantId: reader.tenantId, childId: id, status: { not: 'CANCELLED' } },
      orderBy: { id: 'asc' },
    })
    const points = await loadPoints(
      reader,
      goals.map((goal) => goal.id),
    )
    return {
      childId: id,
      computedAt: utc(reader.now),
      method: { test: 'MANN_KENDALL', slope: 'THEIL_SEN', ...TREND },
      goals: goals.map((goal) => progressOf(goal, points.get(goal.id) ?? [], reader.now)),
    }
  })

/** One goal's progress, as a pure function of the goal, its chronological measurements, and the day. */
export const progressOf = (
  goal: GoalModel,
  points: readonly MeasuredPoint[],
  now: Date,
): GoalProgress => {
  const trend = trendOf(points, goal)
  const latest = points.slice(-LEVEL_OF)
  const level = latest.length > 0 ? median(latest.map(({ value }) => value)) : null
  const share = level === null ? null : (level - goal.baseline) / (goal.target - goal.baseline)
  const daysLeft = goal.targetDueOn && (goal.targetDueOn.getTime() - now.getTime()) / DAY_MS
  const needed =
    level === null || !daysLeft || daysLeft <= 0 ? null : ((goal.target - level) / daysLeft) * 30
  return {
    goalId: goal.id,
    area: goal.area,
    title: goal.title,
    unit: goal.unit,
    status: goal.status as GoalStatus,
    achievementStatus: goal.achievementStatus as AchievementStatus,
    baseline: goal.baseline,
    target: goal.target,
    targetDueOn: goal.targetDueOn && dateText(goal.targetDueOn),
    level,
    share: share === null ? null : rounded(share),
    neededPer30Days: needed === null ? null : rounded(needed),
    trend: trend ? shown(trend) : null,
    statements: statementsOf(goal, points, { trend, level, needed, daysLeft, now }),
  }
}

interface Findings {
  trend: Trend | undefined
  level: number | null
  needed: number | null
  daysLeft: number | null
  now: Date
}

const statementsOf = (
  goal: GoalModel,
  points: readonly MeasuredPoint[],
  { trend, level, needed, daysLeft, now }: Findings,
): Statement[] => {
  if (!trend || level === null)
    return [{ code: 'not_measured', text: 'Nothing has been measured yet.', measurementIds: [] }]
  const window = points.slice(-TREND.window).map(({ id }) => id)
  const recent = points.slice(-LEVEL_OF).map(({ id }) => id)
  const statements: Statement[] = [
    { code: CODES[trend.verdict], text: trendText(goal, trend), measurementIds: window },
  ]
  const add = (code: Statement['code'], text: string, measurementIds = recent) =>
    statements.push({ code, text, measurementIds })

  if (goal.achievedAt) {
    const met = points.slice(-goal.consecutive).map(({ id }) => id)
    add('target_reached', `Reached the target on ${dateText(goal.achievedAt)}.`, met)
  } else if (goal.status === 'ACTIVE' && daysLeft !== null && daysLeft <= 0)
    add('past_target_date', `The target date has passed at ${shownNumber(level)} ${goal.unit}.`)
  else if (goal.status === 'ACTIVE' && needed !== null && trend.measurements >= TREND.fewest) {
    const towards = Math.sign(goal.target - goal.baseline)
    const enough = trend.slopePer30Days * towards >= needed * towards
    const text = `To reach the target on time it must ${changeBy(needed, goal.unit)} in 30 days; at the current rate it will ${changeBy(trend.slopePer30Days, goal.unit)}.`
    add(enough ? 'on_pace' : 'behind_pace', text, window)
  }
  const silentDays = Math.floor((now.getTime() - trend.to.getTime()) / DAY_MS)
  if (goal.status === 'ACTIVE' && silentDays >= STALE_AFTER_DAYS)
    add('stale', `Not measured for ${silentDays} days.`, recent.slice(-1))
  return statements
}

const changeBy = (amount: number, unit: string): string =>
  `${amount < 0 ? 'fall' : 'rise'} by ${shownNumber(Math.abs(amount))} ${unit}`

const CODES = {
  NOT_ENOUGH_DATA: 'not_enough_data',
  IMPROVING: 'improving',
  REGRESSING: 'regressing',
  PLATEAU: 'plateau',
  INCONCLUSIVE: 'inconclusive',
} as const satisfies Record<Trend['verdict'], Statement['code']>

const trendText = ({ unit }: GoalModel, trend: Trend): string => {
  const { verdict, measurements, slopePer30Days, interval, pValue } = trend
  if (verdict === 'NOT_ENOUGH_DATA')
    return `${measurements} of the ${TREND.fewest} measurements needed for a trend.`
  const says = {
    IMPROVING: 'Moving towards the target',
    REGRESSING: 'Moving away from the target',
    PLATEAU: 'Stands still',
    INCONCLUSIVE: 'No clear direction',
  }[verdict]
  const numbers = `90% interval ${shownNumber(interval.low)} to ${shownNumber(interval.high)}; ${measurements} measurements; p = ${shownNumber(pValue)}`
  return `${says}: ${shownNumber(slopePer30Days)} ${unit} in 30 days (${numbers}).`
}

/** Four significant digits, because measurements are not more precise. */
const rounded = (value: number): number => Number(value.toPrecision(4))
const shownNumber = (value: number): string => String(Number(value.toPrecision(3)))

const shown = ({ interval, from, to, pValue, slopePer30Days, ...rest }: Trend) => ({
  ...rest,
  startsAt: utc(from),
  endsAt: utc(to),
  pValue: rounded(pValue),
  slopePer30Days: rounded(slopePer30Days),
  interval: { low: rounded(interval.low), high: rounded(interval.high) },
})
