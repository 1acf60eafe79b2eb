import { z } from 'zod'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utcOrNull } from '#platform/core/time/time.ts'
import { PERIODS } from './period.ts'
import { QUESTION_KINDS } from './rules.ts'

const id = naming(ANY_RECORD, z.string().max(64)).meta({
  description: 'ID of the record.',
  example: exampleId('appointment'),
})
const href = z.string().meta({
  description: 'Path of the record in the API.',
  example: `/v1/appointments/${exampleId('appointment')}`,
})

const Source = resourceSchema('AnswerRecord', { type: SubjectType, id, href })

/** A sentence of an answer, with the records that it is read from. */
export const AnswerStatement = resourceSchema('AnswerStatement', {
  text: z.string().meta({
    description: 'Sentence of the answer. Names in it are first names or names of the centre.',
    example:
      'Next appointment of Mia: Tuesday 1 December 2026 at 10:00, with Anna Berg, at Queens.',
  }),
  records: z.array(Source).meta({ description: 'Records from which the sentence was read.' }),
})
export type AnswerStatement = z.infer<typeof AnswerStatement>

const Choice = resourceSchema('AnswerChoice', {
  type: SubjectType,
  id: naming(ANY_RECORD, z.string().max(64)).meta({
    description: 'ID of the record.',
    example: exampleId('child'),
  }),
  name: z.string().meta({ description: 'Full name.', example: 'Mia Weiss' }),
  href: z.string().meta({
    description: 'Path of the record in the API.',
    example: `/v1/children/${exampleId('child')}`,
  }),
})

/** Asks which record a name refers to. */
export const AnswerClarification = resourceSchema('AnswerClarification', {
  code: growing(z.enum(['ambiguous_name', 'unknown_name'])).meta({
    description:
      '`ambiguous_name`: several records that you can see have the name. `unknown_name`: none has it.',
  }),
  text: z.string().meta({
    description: 'Question to the person who asked, in the language of the question.',
    example: 'Which Mia do you mean?',
  }),
  choices: z.array(Choice).meta({
    description:
      'Records with the name, at most 10. To choose one, ask again with its ID in `context`, or in `childId`.',
  }),
})
export type AnswerClarification = z.infer<typeof AnswerClarification>

const kind = growing(z.enum(QUESTION_KINDS)).nullable().meta({
  description: 'Question that was answered; the guide to assistants lists all.',
  example: 'NEXT_APPOINTMENT',
})
const childId = idOf('child')
  .nullable()
  .meta({ description: 'Child whom the question was about.', example: exampleId('child') })
const providerId = idOf('provider')
  .nullable()
  .meta({ description: 'Provider whom the question was about.', example: null })
const locationId = idOf('location')
  .nullable()
  .meta({ description: 'Location that the question was about.', example: null })
const period = growing(z.enum(PERIODS))
  .nullable()
  .meta({ description: 'Days that the question was about.', example: null })
const startsAt = {
  description: 'Start of the appointment in the answer, in UTC.',
  example: '2026-12-01T09:00:00.000Z',
}

/** What a question was about. It holds ids and words of the platform, and no data of persons. */
export const AnswerContext = resourceSchema('AnswerContext', {
  kind,
  childId,
  providerId,
  locationId,
  period,
  startsAt: z.iso.datetime().nullable().meta(startsAt),
})
export type AnswerContext = z.infer<typeof AnswerContext>

/** The context of an earlier answer, or the ids of chosen records. */
export const QuestionContext = z
  .strictObject({
    kind: kind.exactOptional(),
    childId: childId.exactOptional(),
    providerId: providerId.exactOptional(),
    locationId: locationId.exactOptional(),
    period: period.exactOptional(),
    startsAt: instant().nullable().exactOptional().meta(startsAt),
  })
  .meta({
    id: 'QuestionContext',
    example: { kind: 'NEXT_APPOINTMENT', childId: exampleId('child') },
  })
export type QuestionContext = z.output<typeof QuestionContext>

export const toAnswerContext = ({
  kind = null,
  childId = null,
  providerId = null,
  locationId = null,
  period = null,
  startsAt = null,
}: QuestionContext): AnswerContext => ({
  kind,
  childId,
  providerId,
  locationId,
  period,
  startsAt: utcOrNull(startsAt),
})
