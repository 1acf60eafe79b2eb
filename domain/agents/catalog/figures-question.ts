import { z } from 'zod'
import { COMPARISONS, GRANULARITIES, lastWhole } from '#analytics/figures/periods.ts'
import { planQuestion } from '#analytics/figures/plan-question.ts'
import type { LocationAnalyticsQuery } from '#analytics/figures/schemas.ts'
import { METRIC_IDS } from '#analytics/metrics/metric-of.ts'
import { GROUPINGS } from '#analytics/metrics/schemas.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'

const MOST_PERIODS = 60

const only = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .array(item)
    .min(1)
    .max(50)
    .nullable()
    .default(null)
    .meta({ description: `Restricts the question to ${what}; null for no restriction.` })

const named = z.string().min(1).max(200)

const members = {
  metrics: z
    .array(z.enum(METRIC_IDS))
    .min(1)
    .max(METRIC_IDS.length)
    .default(['APPOINTMENTS_BOOKED', 'APPOINTMENTS_COMPLETED', 'CANCELLATIONS', 'NO_SHOWS'])
    .meta({ description: 'Metrics to compute (`GET /v1/analytics/metrics`).' }),
  period: z
    .enum(['DAY', 'WEEK', 'MONTH', 'QUARTER'])
    .default('WEEK')
    .meta({ description: 'Unit of the period: days, weeks from Monday, months or quarters.' }),
  periods: z
    .int()
    .min(1)
    .max(MOST_PERIODS)
    .default(1)
    .meta({ description: 'Number of these units, ending with the last whole one.' }),
  before: calendarDate()
    .nullable()
    .default(null)
    .meta({ description: 'Date before which the units must end; null for today.' }),
  granularity: z.enum(GRANULARITIES).default('TOTAL').meta({
    description: 'Length of the period of each row. TOTAL covers all days together.',
  }),
  groupBy: z
    .array(z.enum(GROUPINGS))
    .max(GROUPINGS.length)
    .default(['LOCATION'])
    .meta({ description: 'Grouping of the rows; empty to group only by period.' }),
  comparison: z
    .enum(COMPARISONS)
    .nullable()
    .default(null)
    .meta({ description: 'Comparison period; null for none.' }),
  locationIds: only(idOf('location'), 'these locations'),
  providerIds: only(idOf('provider'), 'figures of these providers'),
  serviceIds: only(idOf('service'), 'these services'),
  appointmentTypes: only(z.enum(AppointmentType), 'appointments of these types'),
  payerIds: only(idOf('payer'), 'appointments paid by these payers'),
  fundingPrograms: only(named, 'children of these funding programs'),
  stages: only(named, 'records in these stages'),
  clocks: only(named, 'deadlines of these early-intervention clocks'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 currency, such as EUR')
    .nullable()
    .default(null)
    .meta({ description: 'Restricts amounts to this currency; null for all currencies.' }),
}

/** A figures question whose period is relative to the day on which it is asked. */
export type FiguresQuestion = z.infer<z.ZodObject<typeof members>>

/**
 * The schema of a figures question, with the members of `more`. Refuses a question that could not be planned on any day.
 */
export const withFiguresQuestion = <More extends z.core.$ZodLooseShape>(more: More) =>
  z.strictObject({ ...members, ...more }).superRefine((value, context) => {
    try {
      planQuestion(analyticsQuery(value as FiguresQuestion, ANY_DAY))
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal
      for (const { path, code, message } of refusal.issues)
        context.addIssue({
          code: 'custom',
          path: [MEMBERS.get(path) ?? path],
          message,
          params: { code },
        })
    }
  })

const ANY_DAY = '2026-01-01'

/** Our names for members of the request. */
const MEMBERS: ReadonlyMap<string, keyof typeof members> = new Map([
  ['endsOn', 'periods'],
  ['locationId', 'locationIds'],
  ['providerId', 'providerIds'],
  ['serviceId', 'serviceIds'],
  ['appointmentType', 'appointmentTypes'],
  ['payerId', 'payerIds'],
  ['fundingProgram', 'fundingPrograms'],
  ['stage', 'stages'],
  ['clock', 'clocks'],
])

/** The request for the question, on a given day. */
export const analyticsQuery = (
  { period, periods, before, metrics, granularity, groupBy, comparison, ...only }: FiguresQuestion,
  today: string,
): LocationAnalyticsQuery => ({
  ...lastWhole(period, periods, before ?? today),
  metrics,
  granularity,
  groupBy: groupBy.length > 0 ? groupBy : ['NONE'],
  ...(comparison && { comparison }),
  ...(only.locationIds && { locationId: only.locationIds }),
  ...(only.providerIds && { providerId: only.providerIds }),
  ...(only.serviceIds && { serviceId: only.serviceIds }),
  ...(only.appointmentTypes && { appointmentType: only.appointmentTypes }),
  ...(only.payerIds && { payerId: only.payerIds }),
  ...(only.fundingPrograms && { fundingProgram: only.fundingPrograms }),
  ...(only.stages && { stage: only.stages }),
  ...(only.clocks && { clock: only.clocks }),
  ...(only.currency && { currency: only.currency }),
})
