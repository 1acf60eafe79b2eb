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
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain duplicates' })

const tools = distinct(growing(z.enum(TOOLS)), TOOLS.length).meta({
  description:
    'Kinds of records about which the assistant answers questions, within the permissions of the person who asks: `bookings` (appointments), `child_records` (children and their goals), `assessments`, `goals`, `sessions`, `availability` (free times of providers). Answers from documents do not require any.',
  example: ['bookings', 'child_records', 'assessments'],
})

const languages = distinct(growing(z.enum(LANGUAGES)), LANGUAGES.length)
  .min(1)
  .meta({
    description: 'Languages of the documents and of the questions.',
    example: ['en'],
  })

const members = {
  name: line(200).meta({ description: 'Name of the assistant.', example: 'Front desk' }),
  scope: z
    .string()
    .regex(
      new RegExp(`^(?:organization|location:${ID_PREFIXES.location}_[0-7][0-9a-hjkmnp-tv-z]{25})$`),
      {
        error: 'must be organization, or location: and the ID of a location',
      },
    )
    .meta({
      description:
        '`organization`, or `location:` and the ID of a location. Callers bound to other locations cannot see the assistant.',
      example: 'organization',
    }),
}

const keepAnswersDays = z.int().min(0).max(1_095).meta({
  description:
    'Number of days for which questions and answers are stored (`/v1/ai/answers`), so that they can be rated and corrected; 0 stores nothing. A change applies immediately to new answers.',
  example: 90,
})

/** The content of a version. */
const settings = {
  tools,
  instructions: prose(4_000).nullable().meta({
    description:
      'The centre’s instructions for the language model; null for none. They do not affect quotes.',
    example: 'Answer in short sentences.',
  }),
  languages,
  answerStyle: z.enum(ANSWER_STYLES).meta({
    description: 'BRIEF quotes the best passage; DETAILED quotes up to three.',
    example: 'BRIEF',
  }),
  generatedAnswers: z.boolean().meta({
    description:
      'Whether a language model of the centre can word the answers (`/v1/ai/models`). Each claim has a quote from a document. If there is no model, or if it fails, the answer consists of quotes.',
    example: false,
  }),
  temperature: z.number().min(0).max(1).nullable().meta({
    description: 'Temperature of the model; null for the default of the model’s provider.',
    example: null,
  }),
  roles: distinct(roleName, 50).meta({
    description:
      'Roles that can ask the assistant and see its documents and curated answers; empty for everybody who can read knowledge. People who can manage knowledge always see them. An API key is treated like the person who created it; keys of the operator are not limited.',
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
    description: 'Version in use. The other members belong to the next version.',
    example: 1,
  }),
  keepAnswersDays,
  ...archivableMembers,
})
export type Assistant = z.infer<typeof Assistant>

export const AssistantIndex = resourceSchema('AssistantIndex', {
  assistantId: idOf('assistant'),
  embeddingModel: z.string().nullable().meta({
    description:
      'Model that finds passages by meaning, as the operator configured it; null if passages are found only by words.',
    example: 'local:multilingual-e5-small-1',
  }),
  limitation: z.string().nullable().meta({
    description: 'What is lost without an embedding model; null if there is one.',
    example: null,
  }),
  documents: z.int().meta({ description: 'Number of documents that are READY.', example: 12 }),
  documentsEmbedded: z.int().meta({
    description:
      'Number of them that are found by meaning. After a change of the model, they are embedded again; until all are, vectors of the model before serve, if the operator kept it.',
    example: 12,
  }),
  passages: z.int().meta({ description: 'Number of passages of the documents.', example: 480 }),
  passagesEmbedded: z.int().meta({
    description: 'Number of passages with a vector of the model.',
    example: 480,
  }),
})
export type AssistantIndex = z.infer<typeof AssistantIndex>

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

/** A published version. It never changes. */
export const AssistantVersion = resourceSchema('AssistantVersion', {
  assistantId: idOf('assistant'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  ...settings,
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the version.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the version was published, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type AssistantVersion = z.infer<typeof AssistantVersion>

type SettingsRow = Pick<VersionModel, keyof AssistantSettings>

/** Stored settings of an assistant or a version, which were validated when they were saved. */
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
