import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { anyOf, pageQuery } from '#platform/core/lists/paging.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { OUTCOMES } from '../programs/progress-category.ts'
import { STANDINGS } from './rules.ts'

const period = {
  'closedOn[gte]': calendarDate().meta({
    description: 'Counts only children who left on or after this date.',
    example: '2026-07-01',
  }),
  'closedOn[lt]': calendarDate().meta({
    description: 'Counts only children who left before this date.',
    example: '2027-07-01',
  }),
  locationId: idOf('location')
    .optional()
    .meta({ description: 'Counts only programs at this location.' }),
}

export const OutcomeQuery = z.strictObject(period)
export type OutcomeQuery = z.infer<typeof OutcomeQuery>

const outcome = z.enum(OUTCOMES).meta({
  description:
    'Outcome of Indicator 3: positive social-emotional skills, acquiring and using knowledge and skills, or use of appropriate behaviors to meet needs.',
  example: 'SOCIAL_EMOTIONAL',
})

export const OutcomeChildQuery = z.strictObject({
  ...pageQuery('createdAt'),
  ...period,
  outcome,
  standing: anyOf(
    STANDINGS,
    'Returns only children in these categories, such as C,D for Summary Statement 1.',
  ),
})
export type OutcomeChildQuery = z.infer<typeof OutcomeChildQuery>

const locationId = idOf('location')
  .nullable()
  .meta({ description: 'Location of the programs; null if they have none.' })

const count = (description: string, example: number) => z.int().meta({ description, example })
const percent = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} Null if there are none.`, example })

export const OutcomeFigure = z
  .strictObject({
    locationId,
    locationName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the location; null if there is none.', example: 'Mitte' }),
    outcome,
    children: count('Children who left in the period.', 50),
    categoryA: count('Children who did not improve functioning.', 1),
    categoryB: count('Children who improved, but not enough to move nearer to same-aged peers.', 9),
    categoryC: count(
      'Children who improved to a level nearer to same-aged peers, but did not reach it.',
      10,
    ),
    categoryD: count('Children who improved to reach a level comparable to same-aged peers.', 15),
    categoryE: count('Children who maintained a level comparable to same-aged peers.', 10),
    shortService: count(
      'Children in no category because fewer than 182 days (six months) of service are on record.',
      3,
    ),
    incomplete: count(
      'Children in no category because they were not rated both at entry and at exit.',
      2,
    ),
    summaryStatement1: percent(
      'Percentage, with one decimal, of children who substantially increased their rate of growth (C and D), among those who entered below age expectations (A to D).',
      71.4,
    ),
    summaryStatement2: percent(
      'Percentage, with one decimal, of children who functioned within age expectations at exit (D and E), among all children in a category.',
      55.6,
    ),
  })
  .meta({ id: 'ChildOutcomeFigure' })
export type OutcomeFigure = z.infer<typeof OutcomeFigure>

const rating = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description: `${description}; null if the child was not rated.`, example })

export const OutcomeChild = z
  .strictObject({
    id: idOf('program').meta({ description: 'ID of the program.', example: exampleId('program') }),
    childId: idOf('child'),
    locationId,
    outcome,
    standing: z.enum(STANDINGS).meta({
      description:
        'Progress category, or the reason why there is none: SHORT_SERVICE or INCOMPLETE. SHORT_SERVICE is shown if both apply.',
      example: 'D',
    }),
    entryRating: rating('Rating at entry', 4),
    exitRating: rating('Rating at exit', 6),
    madeProgress: z.boolean().nullable().meta({
      description: 'Whether new skills were shown since entry; null if this was not recorded.',
      example: true,
    }),
    serviceStartedOn: calendarDate().nullable().meta({
      description: 'Date on which services started; null if none did.',
      example: '2026-01-12',
    }),
    closedOn: calendarDate().meta({
      description: 'Date on which the child left the program.',
      example: '2026-11-20',
    }),
  })
  .meta({ id: 'OutcomeChild' })
