import { describe, expect, test } from 'vitest'
import { FAMILIES } from '#analytics/families/families.ts'
import { openMetrics } from '#analytics/figures/open-metrics.ts'
import { tellCells } from '#analytics/figures/tell-cells.ts'
import type { MetricId } from '#analytics/metrics/metric-of.ts'
import { seededRandom, type Random } from '../drills/random.ts'

/** An appointment from the attacker's view: it restates how each figure counts it. */
interface Visit {
  outcome: (typeof OUTCOMES)[number]
  late: boolean
  moved: boolean
  rebooked: boolean
}

const OUTCOMES = [
  'planned',
  'completed',
  'cancelledByClient',
  'cancelledByProvider',
  'cancelledByOrganization',
  'missedByClient',
  'missedByProvider',
] as const
const isCancelled = ({ outcome }: Visit) => outcome.startsWith('cancelled')

/** Whether a figure counts a visit. All take 45 minutes, so booked time reveals their number. */
const COUNTED: Partial<Record<MetricId, (visit: Visit) => boolean>> = {
  APPOINTMENTS_BOOKED: () => true,
  APPOINTMENTS_COMPLETED: ({ outcome }) => outcome === 'completed',
  CANCELLATIONS: isCancelled,
  CANCELLATIONS_BY_CLIENT: ({ outcome }) => outcome === 'cancelledByClient',
  CANCELLATIONS_BY_PROVIDER: ({ outcome }) => outcome === 'cancelledByProvider',
  CANCELLATIONS_BY_ORGANIZATION: ({ outcome }) => outcome === 'cancelledByOrganization',
  LATE_CANCELLATIONS: ({ late }) => late,
  NO_SHOWS: ({ outcome }) => outcome === 'missedByClient',
  PROVIDER_NO_SHOWS: ({ outcome }) => outcome === 'missedByProvider',
  RESCHEDULED_APPOINTMENTS: ({ moved }) => moved,
  BOOKED_TIME: (visit) => !isCancelled(visit),
}
const METRICS = Object.keys(COUNTED) as MetricId[]

const sumsOf = (visits: readonly Visit[]): number[] => {
  const count = (is: (visit: Visit) => boolean) => visits.filter(is).length
  const by: Record<(typeof FAMILIES.APPOINTMENTS.measures)[number], number> = {
    booked: visits.length,
    completed: count(COUNTED.APPOINTMENTS_COMPLETED!),
    cancelled_by_client: count(COUNTED.CANCELLATIONS_BY_CLIENT!),
    cancelled_by_provider: count(COUNTED.CANCELLATIONS_BY_PROVIDER!),
    cancelled_by_organization: count(COUNTED.CANCELLATIONS_BY_ORGANIZATION!),
    late_cancelled: count(({ late }) => late),
    missed_by_client: count(COUNTED.NO_SHOWS!),
    missed_by_provider: count(COUNTED.PROVIDER_NO_SHOWS!),
    rescheduled: count(({ moved }) => moved),
    booked_minutes: 45 * count((visit) => !isCancelled(visit)),
    rebooked: count(({ rebooked }) => rebooked),
  }
  return FAMILIES.APPOINTMENTS.measures.map((it) => by[it])
}

/** Many visits of some outcomes, few or none of others. */
const visitsOf = (random: Random): Visit[] =>
  OUTCOMES.flatMap((outcome) => {
    const number = random.pick([
      0,
      0,
      random.between(1, 4),
      random.between(1, 9),
      random.between(5, 30),
    ])
    const share = () => random.pick([0, 0.1, 0.5, 0.9, 1])
    const [late, moved, rebooked] = [share(), share(), share()]
    return Array.from({ length: number }, (_, at) => ({
      outcome,
      late: outcome.startsWith('cancelled') && at < late * number,
      moved: at < moved * number,
      rebooked: outcome === 'completed' && at < rebooked * number,
    }))
  })

const cellOf = (at: number, visits: readonly Visit[]) => ({
  family: 'APPOINTMENTS' as const,
  row: { startsOn: '2026-11-01', keys: [], currency: '', sums: sumsOf(visits), cell: String(at) },
})

const KINDS: Visit[] = OUTCOMES.flatMap((outcome) =>
  [0, 1, 2, 3].map((flags) => ({
    outcome,
    late: outcome.startsWith('cancelled') && flags > 1,
    rebooked: outcome === 'completed' && flags > 1,
    moved: flags % 2 === 1,
  })),
)

/** Adds and subtracts figures; if each visit is counted at most once, the result is a number of visits. */
const attack = (random: Random, told: ReadonlyMap<MetricId, number>): number | undefined => {
  const chosen = [...told].map(([metric, value]) => {
    const sign = random.pick([-1, 0, 0, 1])
    return { metric, value, sign }
  })
  const weights = KINDS.map((kind) =>
    chosen.reduce((sum, { metric, sign }) => sum + (COUNTED[metric]!(kind) ? sign : 0), 0),
  )
  if (!weights.every((it) => it === 0 || it === 1)) return undefined
  return chosen.reduce((sum, { value, sign }) => sum + sign * value, 0)
}

const figuresOf = (visits: readonly Visit[], isTold: (metric: MetricId) => boolean) =>
  new Map(METRICS.filter(isTold).map((metric) => [metric, visits.filter(COUNTED[metric]!).length]))

const isFew = (number: number | undefined) => number !== undefined && number > 0 && number < 5

describe('ten thousand attacks', () => {
  test('with sums and differences of all figures of a location and month', () => {
    const random = seededRandom('differencing')
    let [hitWhole, hitTold, told] = [0, 0, 0]
    for (let world = 0; world < 1_000; world += 1) {
      const visits = visitsOf(random)
      const open = openMetrics('APPOINTMENTS', sumsOf(visits))
      told += open.size
      for (let turn = 0; turn < 10; turn += 1) {
        if (
          isFew(
            attack(
              random,
              figuresOf(visits, () => true),
            ),
          )
        )
          hitWhole += 1
        for (let again = 0; again < 5; again += 1)
          if (
            isFew(
              attack(
                random,
                figuresOf(visits, (metric) => open.has(metric)),
              ),
            )
          )
            hitTold += 1
      }
    }
    // Without protection, the same program finds many.
    expect(hitWhole).toBeGreaterThan(20)
    expect(hitTold).toBe(0)
    // Half of the figures are still shown.
    expect(told).toBeGreaterThan(1_000)
  })

  test('with differences between answers about other locations and months', () => {
    const random = seededRandom('overlaps')
    for (let world = 0; world < 500; world += 1) {
      const cells = Array.from({ length: 6 }, (_, at) => cellOf(at, visitsOf(random)))
      const valueOf = (metric: MetricId, chosen: typeof cells) =>
        tellCells([metric], chosen, undefined)[0]!.value ?? 0
      for (let turn = 0; turn < 20; turn += 1) {
        const metric = random.pick(METRICS.filter((it) => it !== 'BOOKED_TIME'))
        const whole = cells.filter(() => random.next() < 0.7)
        const part = whole.filter(() => random.next() < 0.7)
        expect(isFew(valueOf(metric, whole) - valueOf(metric, part))).toBe(false)
      }
    }
  })

  test('with the reported cases: cancellations by initiator, and booked time', () => {
    const of = (outcome: Visit['outcome'], number: number) =>
      Array.from({ length: number }, () => ({
        outcome,
        late: false,
        moved: false,
        rebooked: false,
      }))
    const open = openMetrics(
      'APPOINTMENTS',
      sumsOf([
        ...of('cancelledByOrganization', 7),
        ...of('cancelledByProvider', 2),
        ...of('completed', 9),
      ]),
    )
    expect(open.has('CANCELLATIONS') && open.has('CANCELLATIONS_BY_ORGANIZATION')).toBe(false)
    expect(open.has('CANCELLATIONS_BY_PROVIDER')).toBe(false)
    const time = openMetrics(
      'APPOINTMENTS',
      sumsOf([...of('completed', 8), ...of('cancelledByClient', 3)]),
    )
    expect(time.has('APPOINTMENTS_BOOKED') && time.has('BOOKED_TIME')).toBe(false)
  })
})
