import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { pageQuery } from '#platform/core/lists/paging.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { INDICATORS, OUTCOMES } from './rules.ts'

const period = {
  'dueOn[gte]': calendarDate().meta({
    description: 'Deadlines due on or after this day.',
    example: '2026-07-01',
  }),
  'dueOn[lt]': calendarDate().meta({
    description: 'Deadlines due before this day.',
    example: '2027-07-01',
  }),
  locationId: idOf('location').optional().meta({ description: 'Only programs of this location.' }),
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
    'TIMELY; LATE_BY_FAMILY, which counts as timely; LATE_OTHERWISE; PENDING if nothing is late but something has not been met yet.',
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
  .meta({ description: 'Where the programs are; null for none.' })

const count = (description: string, example: number) => z.int().meta({ description, example })

export const ComplianceFigure = z
  .strictObject({
    locationId,
    locationName: z.string().nullable().meta({ description: 'Its name.', example: 'Mitte' }),
    indicator,
    children: count('Children for whom something was due in the period.', 40),
    timely: count('Of these, children with everything on time.', 33),
    lateByFamily: count('Late only because of documented family circumstances.', 4),
    lateOtherwise: count('Late for another reason, or without one.', 2),
    pending: count('Nothing is late, but something has not been met yet.', 1),
    percent: z.number().nullable().meta({
      description:
        'Among children who are not pending: timely and late by the family, in percent with one decimal. Null for none.',
      example: 94.9,
    }),
  })
  .meta({ id: 'ComplianceFigure' })
export type ComplianceFigure = z.infer<typeof ComplianceFigure>

export const ComplianceChild = z
  .strictObject({
    id: idOf('program').meta({ description: 'The program.', example: exampleId('program') }),
    childId: idOf('child'),
    locationId,
    indicator,
    outcome,
    deadlineIds: z
      .array(idOf('programDeadline'))
      .meta({ description: 'The deadlines that were counted.' }),
  })
  .meta({ id: 'ComplianceChild' })
