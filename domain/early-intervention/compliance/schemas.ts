import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { pageQuery } from '#platform/core/lists/paging.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { INDICATORS, OUTCOMES } from './rules.ts'

const period = {
  'dueOn[gte]': calendarDate().meta({
    description: 'Counts only deadlines due on or after this date.',
    example: '2026-07-01',
  }),
  'dueOn[lt]': calendarDate().meta({
    description: 'Counts only deadlines due before this date.',
    example: '2027-07-01',
  }),
  locationId: idOf('location')
    .optional()
    .meta({ description: 'Counts only programs at this location.' }),
}

export const ComplianceQuery = z.strictObject(period)
export type ComplianceQuery = z.infer<typeof ComplianceQuery>

const indicator = z.enum(INDICATORS).meta({
  description:
    'SPP/APR indicator: timely services (1), the 45 days (7), transition plan (8A), notice to SEA and LEA (8B), transition conference (8C).',
  example: 'INDICATOR_7',
})
const outcome = z.enum(OUTCOMES).meta({
  description:
    'TIMELY; LATE_BY_FAMILY, which counts as timely; LATE_OTHERWISE; PENDING if nothing is late but a deadline is still open.',
  example: 'TIMELY',
})

export const ComplianceChildQuery = z.strictObject({
  ...pageQuery('createdAt'),
  ...period,
  indicator,
  outcome: outcome.optional(),
})
export type ComplianceChildQuery = z.infer<typeof ComplianceChildQuery>

const locationId = idOf('location')
  .nullable()
  .meta({ description: 'Location of the programs; null if they have none.' })

const count = (description: string, example: number) => z.int().meta({ description, example })

export const ComplianceFigure = z
  .strictObject({
    locationId,
    locationName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the location; null if there is none.', example: 'Mitte' }),
    indicator,
    children: count('Children who had a deadline in the period.', 40),
    timely: count('Of these, children whose deadlines were all met on time.', 33),
    lateByFamily: count(
      'Children whose deadlines were late only because of documented family circumstances.',
      4,
    ),
    lateOtherwise: count(
      'Children whose deadlines were late for another reason or without a documented reason.',
      2,
    ),
    pending: count('Children without a late deadline who still have an open one.', 1),
    percent: z.number().nullable().meta({
      description:
        'Percentage of children, among those not pending, who are timely or late because of the family, with one decimal; null if there are none.',
      example: 94.9,
    }),
  })
  .meta({ id: 'ComplianceFigure' })
export type ComplianceFigure = z.infer<typeof ComplianceFigure>

export const ComplianceChild = z
  .strictObject({
    id: idOf('program').meta({ description: 'ID of the program.', example: exampleId('program') }),
    childId: idOf('child'),
    locationId,
    indicator,
    outcome,
    deadlineIds: z
      .array(idOf('programDeadline'))
      .meta({ description: 'Deadlines that were counted.' }),
  })
  .meta({ id: 'ComplianceChild' })
