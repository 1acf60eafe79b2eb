import { z } from 'zod'
import type {
  Assistant as AssistantModel,
  AssistantVersion as VersionModel,
} from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, ID_PREFIXES, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { roleName } from '#staff/users/schemas.ts'
import { ANSWER_STYLES, LANGUAGES, scopeOf, TOOLS } from './rules.ts'

const distinct = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((all) => new Set(all).size === all.length, { error: 'must not name one twice' })

const tools = distinct(growing(z.enum(TOOLS)), TOOLS.length).meta({
  description:
    'Kinds of records that it may use, never more than who asks may read. Answers from documents need none.',
  example: ['bookings', 'child_records', 'assessments'],
})

const languages = distinct(growing(z.enum(LANGUAGES)), LANGUAGES.length)
  .min(1)
  .meta({
    description: 'Languages of its documents and of the questions.',
    example: ['en'],
  })

const members = {
  name: line(200).meta({ description: 'Name of the assistant.', example: 'Front desk' }),
  scope: z
    .string()
    .regex(
      new RegExp(`^(?:organization|location:${ID_PREFIXES.location}_[0-7][0-9a-hjkmnp-tv-z]{25})$`),
      {
        error: `must be organization, or location: and the id of a location`,
      },
    )
    .meta({
      description:
        '`organization`, or `location:` and the id of a location: who is bound to other locations does not see it.',
      example: 'organization',
    }),
}

const keepAnswersDays = z.int().min(0).max(1_095).meta({
  description:
    'Days that questions and answers are kept (`/v1/ai/answers`), to be rated and corrected; 0: they are not. In force at once, for answers from then on.',
  example: 90,
})

/** The content of a version. */
const settings = {
  tools,
  instructions: prose(4_000).nullable().meta({
    description:
      'How a language model is to answer, in words of the centre. Quotes do not depend on it.',
    example: 'Answer in short sentences.',
  }),
  languages,
  answerStyle: z.enum(ANSWER_STYLES).meta({
    description: 'BRIEF quotes the passage that answers best, DETAILED up to three.',
    example: 'BRIEF',
  }),
  generatedAnswers: z.boolean().meta({
    description:
      'Whether a language model of the centre may word the answers (`/v1/ai/models`). Each of its claims has a quote that stands in a document; without a model, and where it fails, the answer is quotes.',
    example: false,
  }),
  temperature: z.number().min(0).max(1).nullable().meta({
    description: 'How freely the model words; null: as its provider sets it.',
    example: null,
  }),
  roles: distinct(roleName, 50).meta({
    description:
      'Only people with one of these roles may ask it and see its documents and curated answers; empty: everybody who may read knowledge. Who manages knowledge sees them too. API keys are not asked for roles.',
    example: [],
  }),
}

/** The settings of a version. */
export const AssistantSettings = z.strictObject(settings)
export type AssistantSettings = z.infer<typeof AssistantSettings>

export const Assistant = resourceSchema('Assistant', {
  id: idOf('assistant'),
  ...members,
  ...settings,
  publishedVersion: z.int().meta({
    description: 'It answers by this version. The other members are what the next one will be.',
    example: 1,
  }),
  keepAnswersDays,
  ...archivableMembers,
})
export type Assistant = z.infer<typeof Assistant>

export const CreateAssistant = z
  .strictObject({
    ...members,
    tools: settings.tools,
    instructions: settings.instructions.default(null),
    languages: settings.languages.default(['en']),
    answerStyle: settings.answerStyle.default('BRIEF'),
    generatedAnswers: settings.generatedAnswers.default(false),
    temperature: settings.temperature.default(null),
    roles: settings.roles.default([]),
    keepAnswersDays: keepAnswersDays.default(90),
  })
  .meta({
    id: 'CreateAssistant',
    example: {
      name: 'Front desk',
      scope: 'organization',
      tools: ['bookings', 'child_records', 'assessments'],
    },
  })
export type CreateAssistant = z.infer<typeof CreateAssistant>

export const PatchAssistant = z
  .strictObject({
    name: members.name.exactOptional(),
    tools: settings.tools.exactOptional(),
    instructions: settings.instructions.exactOptional(),
    languages: settings.languages.exactOptional(),
    answerStyle: settings.answerStyle.exactOptional(),
    generatedAnswers: settings.generatedAnswers.exactOptional(),
    temperature: settings.temperature.exactOptional(),
    roles: settings.roles.exactOptional(),
    keepAnswersDays: keepAnswersDays.exactOptional(),
  })
  .meta({ id: 'PatchAssistant', example: { answerStyle: 'DETAILED' } })
export type PatchAssistant = z.infer<typeof PatchAssistant>

/** A published version, which never changes. */
export const AssistantVersion = resourceSchema('AssistantVersion', {
  assistantId: idOf('assistant'),
  number: z.int().meta({ description: 'Counted from 1.', example: 1 }),
  ...settings,
  publishedBy: z.string().meta({
    description: 'Id of the user or API key that published it.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso
    .datetime()
    .meta({ description: 'When it was published, in UTC.', example: '2026-11-21T09:30:00.000Z' }),
})
export type AssistantVersion = z.infer<typeof AssistantVersion>

type SettingsRow = Pick<VersionModel, keyof AssistantSettings>

/** Stored settings of an assistant or version, which were validated before. */
export const settingsOf = ({
  tools,
  instructions,
  languages,
  answerStyle,
  generatedAnswers,
  temperature,
  roles,
}: SettingsRow): AssistantSettings =>
  fromJson(AssistantSettings, {
    tools,
    instructions,
    languages,
    answerStyle,
    generatedAnswers,
    temperature,
    roles,
  })

export const toAssistant = (row: AssistantModel): Assistant => ({
  id: row.id,
  name: row.name,
  scope: scopeOf(row.locationId),
  ...settingsOf(row),
  publishedVersion: row.publishedVersion,
  keepAnswersDays: row.keepAnswersDays,
  ...archivableOf(row),
})

export const toAssistantVersion = (row: VersionModel): AssistantVersion => ({
  assistantId: row.assistantId,
  number: row.number,
  ...settingsOf(row),
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
})
