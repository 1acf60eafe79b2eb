import { z } from 'zod'
import { invalid } from '#platform/core/errors/errors.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { OUTCOMES, progressCategoryOf } from './progress-category.ts'
import { assertWithin, type Span } from './rules.ts'

const OCCASIONS = ['ENTRY', 'EXIT'] as const

const Evidence = z
  .strictObject({
    source: line(200).meta({
      description: 'Kind of source, such as an instrument, an observation or a family’s report.',
      example: 'Observation at home',
    }),
    observedOn: calendarDate().exactOptional().meta({
      description: 'Date of the source, as YYYY-MM-DD.',
      example: '2026-11-05',
    }),
    summary: prose(2_000).min(1).exactOptional().meta({
      description: 'Findings of the source.',
      example: 'Plays beside other children, and begins to take turns.',
    }),
  })
  .meta({ id: 'OutcomeEvidence' })

const Rating = z
  .strictObject({
    outcome: z.enum(OUTCOMES).meta({ description: 'Outcome that is rated.' }),
    rating: z.int().min(1).max(7).meta({
      description:
        'Rating on the seven-point scale, where 7 means functioning expected for the age.',
      example: 4,
    }),
    madeProgress: z.boolean().exactOptional().meta({
      description: 'For EXIT: whether the child has shown any new skills or behaviors since entry.',
    }),
    evidence: z
      .array(Evidence)
      .min(1)
      .max(20)
      .meta({ description: 'Sources on which the team based the rating.' }),
  })
  .meta({ id: 'OutcomeRating' })
type Rating = z.infer<typeof Rating>

const ratedOn = calendarDate().meta({
  description: 'Date of the rating, as YYYY-MM-DD.',
  example: '2026-11-10',
})

const ratings = z.array(Rating)

const sentRatings = ratings
  .length(OUTCOMES.length)
  .refine((all) => new Set(all.map(({ outcome }) => outcome)).size === all.length, {
    error: 'must be for different outcomes',
  })
  .meta({ description: 'One rating for each outcome.' })

const OutcomeSummary = z
  .strictObject({
    occasion: z
      .enum(OCCASIONS)
      .meta({ description: 'Whether the ratings are at entry or at exit.', example: 'ENTRY' }),
    ratedOn,
    ratings: ratings.meta({ description: 'Ratings of the three outcomes, in their order.' }),
  })
  .meta({ id: 'ChildOutcomeSummary' })
export type OutcomeSummary = z.infer<typeof OutcomeSummary>
export const OutcomeSummaries = z.array(OutcomeSummary)

const evidence = [{ source: 'Observation at home', observedOn: '2026-11-05' }]
const EXAMPLE = [
  { outcome: 'SOCIAL_EMOTIONAL' as const, rating: 4, evidence },
  { outcome: 'KNOWLEDGE_AND_SKILLS' as const, rating: 3, evidence },
  { outcome: 'BEHAVIORS_TO_MEET_NEEDS' as const, rating: 5, evidence },
]

export const RecordOutcomeSummary = z
  .strictObject({ occasion: OutcomeSummary.shape.occasion, ratedOn, ratings: sentRatings })
  .meta({
    id: 'RecordChildOutcomeSummary',
    example: { occasion: 'ENTRY', ratedOn: '2026-11-10', ratings: EXAMPLE },
  })
export type RecordOutcomeSummary = z.infer<typeof RecordOutcomeSummary>

export const WithdrawOutcomeSummary = z
  .strictObject({ occasion: OutcomeSummary.shape.occasion })
  .meta({ id: 'WithdrawChildOutcomeSummary', example: { occasion: 'ENTRY' } })
export type WithdrawOutcomeSummary = z.infer<typeof WithdrawOutcomeSummary>

export const ExitOutcomes = z
  .strictObject({ ratedOn, ratings: sentRatings })
  .meta({ id: 'ExitOutcomes' })

/** Replaces the summary of the same occasion. Refuses contradictory ratings. */
export const withOutcomeSummary = (
  known: readonly OutcomeSummary[],
  summary: OutcomeSummary,
  { span, path = '' }: { span: Span; path?: string },
): OutcomeSummary[] => {
  assertWithin(`${path}ratedOn`, summary.ratedOn, span)
  summary.ratings.forEach(({ evidence: sources }, rating) =>
    sources.forEach(({ observedOn }, index) => {
      if (observedOn && observedOn > span.today)
        throw invalid(
          `${path}ratings.${rating}.evidence.${index}.observedOn`,
          'in_the_future',
          `observedOn must not be later than today, ${span.today}.`,
        )
    }),
  )
  assertProgressSaid(summary, path)
  const ratingsInOrder = OUTCOMES.map((outcome) =>
    summary.ratings.find((it) => it.outcome === outcome)!,
  )
  const others = known.filter(({ occasion }) => occasion !== summary.occasion)
  const all = [...others, { ...summary, ratings: ratingsInOrder }].toSorted(
    (a, b) => OCCASIONS.indexOf(a.occasion) - OCCASIONS.indexOf(b.occasion),
  )
  assertPair(all, summary, path)
  return all
}

/** Requires an answer to the progress question for each outcome at exit. */
const assertProgressSaid = ({ occasion, ratings: all }: OutcomeSummary, path: string): void =>
  all.forEach(({ madeProgress }, index) => {
    if ((occasion === 'EXIT') === (madeProgress !== undefined)) return
    throw invalid(
      `${path}ratings.${index}.madeProgress`,
      occasion === 'EXIT' ? 'required' : 'not_allowed',
      'madeProgress is required for each outcome at EXIT, and not allowed at ENTRY.',
    )
  })

const assertPair = (
  all: readonly OutcomeSummary[],
  { occasion, ratings: sent }: OutcomeSummary,
  path: string,
): void => {
  const [entry, exit] = OCCASIONS.map((it) => all.find((summary) => summary.occasion === it))
  if (!entry || !exit) return
  if (exit.ratedOn < entry.ratedOn)
    throw invalid(
      `${path}ratedOn`,
      'out_of_range',
      `The entry was rated on ${entry.ratedOn} and the exit on ${exit.ratedOn}, but the entry must be rated first. Correct the dates.`,
    )
  sent.forEach(({ outcome }, index) => {
    const [before, after] = [ratingOf(entry, outcome), ratingOf(exit, outcome)]
    if (progressCategoryOf(before.rating, after.rating, after.madeProgress!)) return
    throw invalid(
      `${path}ratings.${index}.${occasion === 'EXIT' ? 'madeProgress' : 'rating'}`,
      'not_allowed',
      `${outcome} was rated ${before.rating} at entry and ${after.rating} at exit. A child who improved, or who functions as expected for the age, has made progress. Set madeProgress to true.`,
    )
  })
}

const ratingOf = ({ ratings: all }: OutcomeSummary, outcome: Rating['outcome']): Rating =>
  all.find((it) => it.outcome === outcome)!
