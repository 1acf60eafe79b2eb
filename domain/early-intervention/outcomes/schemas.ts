import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { anyOf, pageQuery } from '#platform/core/lists/paging.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { OUTCOMES } from '../programs/progress-category.ts'
import { STANDINGS } from './rules.ts'

const period = {
  'closedOn[gte]': calendarDate().meta({
    description: 'Children who left on or after this day.',
    example: '2026-07-01',
  }),
  'closedOn[lt]': calendarDate().meta({
    description: 'Children who left before this day.',
    example: '2027-07-01',
  }),
  locationId: idOf('location').optional().meta({ description: 'Only programs of this location.' }),
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
  standing: anyOf(STANDINGS, 'Only children in these categories. C,D for Summary Statement 1.'),
})
export type OutcomeChildQuery = z.infer<typeof OutcomeChildQuery>

const locationId = idOf('location')
  .nullable()
  .meta({ description: 'Where the programs are; null for none.' })

const count = (description: string, example: number) => z.int().meta({ description, example })
const percent = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} Null for none.`, example })

export const OutcomeFigure = z
  .strictObject({
    locationId,
    locationName: z.string().nullable().meta({ description: 'Its name.', example: 'Mitte' }),
    outcome,
    children: count('Children who left in the period.', 50),
    categoryA: count('Did not improve functioning.', 1),
    categoryB: count('Improved, but not sufficiently to move nearer to same-aged peers.', 9),
    categoryC: count('Improved to a level nearer to same-aged peers, but did not reach it.', 10),
    categoryD: count('Improved to reach a level comparable to same-aged peers.', 15),
    categoryE: count('Maintained a level comparable to same-aged peers.', 10),
    shortService: count(
      'Not in a category: fewer than 182 days (six months) of service on record.',
      3,
    ),
    incomplete: count('Not in a category: not rated at entry and at exit.', 2),
    summaryStatement1: percent(
      'Of the children who entered below age expectations (A to D): those who substantially increased their rate of growth (C and D), in percent with one decimal.',
      71.4,
    ),
    summaryStatement2: percent(
      'Of all children in a category: those who functioned within age expectations at exit (D and E), in percent with one decimal.',
      55.6,
    ),
  })
  .meta({ id: 'ChildOutcomeFigure' })
export type OutcomeFigure = z.infer<typeof OutcomeFigure>

const rating = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description: `${description}; null when it was not rated.`, example })

export const OutcomeChild = z
  .strictObject({
    id: idOf('program').meta({ description: 'The program.', example: exampleId('program') }),
    childId: idOf('child'),
    locationId,
    outcome,
    standing: z.enum(STANDINGS).meta({
      description:
        'The progress category, or why there is none: SHORT_SERVICE or INCOMPLETE; SHORT_SERVICE if both apply.',
      example: 'D',
    }),
    entryRating: rating('Rating at entry', 4),
    exitRating: rating('Rating at exit', 6),
    madeProgress: z.boolean().nullable().meta({
      description: 'Whether new skills were shown since entry; null if not recorded.',
      example: true,
    }),
    serviceStartedOn: calendarDate().nullable().meta({
      description: 'When services started; null if none did.',
      example: '2026-01-12',
    }),
    closedOn: calendarDate().meta({
      description: 'Day on which the child left.',
      example: '2026-11-20',
    }),
  })
  .meta({ id: 'OutcomeChild' })
