import { z } from 'zod'
import type {
  AssessmentInstrument as InstrumentModel,
  InstrumentEdition as EditionModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'

export const instrumentKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, {
      error: 'must be lower-case letters, digits and underscores, such as receptive_language',
    })
    .meta({ example: 'naming' })

const value = () => z.number().min(-1e6).max(1e6)
/** In complete months. The maximum is 22 years, because older persons are no longer children. */
const months = () => z.int().min(0).max(264)

const Item = z
  .strictObject({
    key: instrumentKey().meta({ description: 'Key of the item in results.' }),
    label: line(500).meta({
      description: 'Task of the item for the child.',
      example: 'Names six pictures',
    }),
    min: value().meta({ description: 'Lowest number of points for the item.', example: 0 }),
    max: value().meta({ description: 'Highest number of points for the item.', example: 6 }),
  })
  .meta({ id: 'InstrumentItem' })

const Score = z
  .strictObject({
    key: instrumentKey().meta({
      description: 'Key of the score in results.',
      example: 'expressive',
    }),
    label: line(200).meta({
      description: 'Name of the score, as shown to people.',
      example: 'Expressive language',
    }),
    items: z
      .array(instrumentKey())
      .max(300)
      .default([])
      .meta({
        description:
          'Items whose sum is the raw score. Without items, the score is entered directly.',
        example: ['naming', 'phrases'],
      }),
    higherIsBetter: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether a rising score means improvement.', example: true }),
  })
  .meta({ id: 'InstrumentScore' })

const Norm = z
  .strictObject({
    score: instrumentKey().meta({
      description: 'Key of the score to which the norm applies.',
      example: 'expressive',
    }),
    scale: line(60).meta({
      description: 'Name of the norm’s scale, as the centre calls it.',
      example: 'standard score',
    }),
    fromMonths: months().meta({
      description: 'Lowest age, in whole months, to which the norm applies.',
      example: 36,
    }),
    untilMonths: months().meta({
      description: 'Age in whole months up to which the norm applies, exclusive.',
      example: 48,
    }),
    rows: z
      .array(
        z.strictObject({
          rawFrom: value().meta({ description: 'Lowest raw score of the row.', example: 0 }),
          rawTo: value().meta({
            description: 'Highest raw score of the row, inclusive.',
            example: 4,
          }),
          value: value().meta({ description: 'Value on the norm’s scale.', example: 85 }),
        }),
      )
      .min(1)
      .max(500)
      .meta({ description: 'Rows of the norm, which map raw scores to values.' }),
  })
  .meta({ id: 'InstrumentNorm' })
export type Norm = z.infer<typeof Norm>

const definitionMembers = {
  items: z
    .array(Item)
    .max(300)
    .meta({ description: 'Items of the instrument in order, at most 300.' }),
  scores: z.array(Score).min(1).max(50).meta({ description: 'Scores of the instrument, 1 to 50.' }),
  norms: z.array(Norm).max(500).meta({
    description: 'Norms, which the centre supplies. The centre must have the right to use them.',
  }),
}

/** The definition as sent. Items default to none, for instruments with entered scores, and so do norms. */
const sentDefinition = {
  items: definitionMembers.items.default([]),
  scores: definitionMembers.scores,
  norms: definitionMembers.norms.default([]),
}

const EXAMPLE = {
  items: [
    { key: 'naming', label: 'Names six pictures', min: 0, max: 6 },
    { key: 'phrases', label: 'Says two-word phrases', min: 0, max: 4 },
  ],
  scores: [{ key: 'expressive', label: 'Expressive language', items: ['naming', 'phrases'] }],
  norms: [
    {
      score: 'expressive',
      scale: 'standard score',
      fromMonths: 36,
      untilMonths: 48,
      rows: [
        { rawFrom: 0, rawTo: 4, value: 85 },
        { rawFrom: 5, rawTo: 10, value: 100 },
      ],
    },
  ],
}

export const Definition = z.strictObject(sentDefinition).meta({ id: 'InstrumentDefinition' })
export type Definition = z.infer<typeof Definition>

const name = line(200).meta({
  description: 'Name of the instrument.',
  example: 'Language screening of the centre',
})
const edition = z
  .int()
  .min(1)
  .meta({ description: 'Number of the edition. It increases with each edition.', example: 1 })

export const Instrument = resourceSchema('AssessmentInstrument', {
  id: idOf('instrument'),
  name,
  edition: edition.meta({ description: 'Edition that scores new results.' }),
  ...archivableMembers,
})
export type Instrument = z.infer<typeof Instrument>

export const CreateInstrument = z.strictObject({ name, ...sentDefinition }).meta({
  id: 'CreateAssessmentInstrument',
  example: { name: 'Language screening of the centre', ...EXAMPLE },
})
export type CreateInstrument = z.infer<typeof CreateInstrument>

export const PublishEdition = z
  .strictObject(sentDefinition)
  .meta({ id: 'PublishInstrumentEdition', example: EXAMPLE })

export const InstrumentEdition = resourceSchema('InstrumentEdition', {
  id: idOf('instrumentEdition'),
  instrumentId: idOf('instrument'),
  edition,
  ...definitionMembers,
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the version.',
    example: exampleId('apiKey'),
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When the edition was published, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type InstrumentEdition = z.infer<typeof InstrumentEdition>

export const toInstrument = (row: InstrumentModel): Instrument => ({
  id: row.id,
  name: row.name,
  edition: row.edition,
  ...archivableOf(row),
})

export const toEdition = (row: EditionModel): InstrumentEdition => ({
  id: row.id,
  instrumentId: row.instrumentId,
  edition: row.edition,
  ...fromJson(Definition, row.definition),
  publishedBy: row.publishedBy,
  createdAt: utc(row.createdAt),
})
