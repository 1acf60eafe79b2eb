import { z } from 'zod'
import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { CALL_FAILURES, MODEL_PROVIDERS, type ModelProvider } from '#providers/ai/chat-models.ts'
import { DATA_POLICIES, USUAL_URLS, type DataPolicy } from './rules.ts'

const price = (what: string, example: number) =>
  z
    .int()
    .min(0)
    .max(100_000_000)
    .meta({
      description: `Price of a million ${what} tokens, in minor units of the currency.`,
      example,
    })

const members = {
  name: line(200).meta({ description: 'Name used by the centre.', example: 'House model' }),
  provider: growing(z.enum(MODEL_PROVIDERS)).meta({
    description:
      'API that the model provider offers. OPENAI_COMPATIBLE also covers Azure, Ollama, vLLM and LM Studio.',
    example: 'OPENAI_COMPATIBLE',
  }),
  baseUrl: z.string().min(1).max(2048).meta({
    description:
      'URL of the model. It must use https and a host that the platform’s operator has allowed.',
    example: 'https://api.openai.com/v1',
  }),
  model: line(200).meta({
    description: 'Name of the model at the provider.',
    example: 'gpt-4.1-mini',
  }),
  enabled: z.boolean().meta({
    description: 'Whether the model is used. Nothing is sent to a disabled model.',
    example: true,
  }),
  position: z.int().min(1).max(100).meta({
    description:
      'Position in the order in which enabled models are called. If a model fails, the next one is called.',
    example: 1,
  }),
  timeoutSeconds: z.int().min(1).max(120).meta({
    description: 'Time limit of a complete answer in seconds. When it is exceeded, the call fails.',
    example: 30,
  }),
  maxOutputTokens: z.int().min(1).max(32_000).meta({
    description: 'Maximum number of tokens in one answer.',
    example: 1_000,
  }),
  dataPolicy: z.enum(DATA_POLICIES).meta({
    description:
      'What the model can learn about people. NONE: nothing about a child to whom a question applies; other questions are treated as REDACTED. REDACTED: placeholders replace names, birth dates, phone numbers, e-mail addresses, postal addresses and IDs. FULL: like REDACTED, but the identity of the child in `childId` is included; use this for the centre’s own models.',
    example: 'REDACTED',
  }),
  inputPrice: price('input', 40),
  outputPrice: price('output', 160),
  currency: currencyCode().meta({
    description: 'Currency of the prices and the budget.',
    example: 'EUR',
  }),
  tokensPerDay: z.int().min(1).max(2_000_000_000).meta({
    description:
      'Maximum number of tokens per day (UTC), input and output. A call that could exceed it is not made.',
    example: 500_000,
  }),
  costPerDay: z.int().min(1).max(100_000_000).nullable().meta({
    description:
      'Maximum cost of calls per day (UTC), in minor units of the currency; null to limit only tokens.',
    example: 500,
  }),
  callsPerMinute: z.int().min(1).max(10_000).meta({
    description: 'Maximum number of calls in any minute.',
    example: 60,
  }),
  keepTextsDays: z.int().min(0).max(365).meta({
    description:
      'Number of days for which the prompt and answer of a call are stored for troubleshooting; 0 stores nothing.',
    example: 0,
  }),
}

/** The model that an answer names. */
export const AnsweringModel = z.strictObject({ id: idOf('aiModel'), name: members.name })

/** Write-only. It may contain only visible characters, as in a header. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/, { error: 'must be 1 to 1,000 visible ASCII characters' })
  .nullable()
  .meta({
    description:
      'API key of the provider; null for a server without keys. It is stored encrypted and never returned.',
    example: 'sk-0123456789abcdef0123',
  })

export const AiModel = resourceSchema('AiModel', {
  id: idOf('aiModel'),
  ...members,
  keyHint: z.string().nullable().meta({
    description: 'Last characters of the key; null if there is no key.',
    example: '…0123',
  }),
  ...archivableMembers,
})
export type AiModel = z.infer<typeof AiModel>

export const CreateAiModel = z
  .strictObject({
    name: members.name,
    provider: members.provider,
    baseUrl: members.baseUrl.exactOptional(),
    model: members.model,
    key: key.default(null),
    enabled: members.enabled.default(false),
    position: members.position.default(1),
    timeoutSeconds: members.timeoutSeconds.default(30),
    maxOutputTokens: members.maxOutputTokens.default(1_000),
    dataPolicy: members.dataPolicy.default('REDACTED'),
    inputPrice: members.inputPrice.default(0),
    outputPrice: members.outputPrice.default(0),
    currency: members.currency.default('EUR'),
    tokensPerDay: members.tokensPerDay.default(500_000),
    costPerDay: members.costPerDay.default(null),
    callsPerMinute: members.callsPerMinute.default(60),
    keepTextsDays: members.keepTextsDays.default(0),
  })
  .meta({
    id: 'CreateAiModel',
    example: {
      name: 'House model',
      provider: 'OPENAI_COMPATIBLE',
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-4.1-mini',
      key: 'sk-0123456789abcdef0123',
      enabled: true,
    },
  })
export type CreateAiModel = z.infer<typeof CreateAiModel>

export const PatchAiModel = z
  .strictObject({
    name: members.name.exactOptional(),
    baseUrl: members.baseUrl.exactOptional(),
    model: members.model.exactOptional(),
    key: key.exactOptional(),
    enabled: members.enabled.exactOptional(),
    position: members.position.exactOptional(),
    timeoutSeconds: members.timeoutSeconds.exactOptional(),
    maxOutputTokens: members.maxOutputTokens.exactOptional(),
    dataPolicy: members.dataPolicy.exactOptional(),
    inputPrice: members.inputPrice.exactOptional(),
    outputPrice: members.outputPrice.exactOptional(),
    tokensPerDay: members.tokensPerDay.exactOptional(),
    costPerDay: members.costPerDay.exactOptional(),
    callsPerMinute: members.callsPerMinute.exactOptional(),
    keepTextsDays: members.keepTextsDays.exactOptional(),
  })
  .meta({ id: 'PatchAiModel', example: { enabled: false } })
export type PatchAiModel = z.infer<typeof PatchAiModel>

/** The result of a model test. */
export const ModelTest = resourceSchema('ModelTest', {
  modelId: idOf('aiModel'),
  callId: idOf('modelCall'),
  failure: z.enum(CALL_FAILURES).nullable().meta({
    description: 'Reason why there was no answer; null if the model answered.',
    example: null,
  }),
  httpStatus: z.int().nullable().meta({
    description: 'HTTP status with which the provider refused the call; null if it did not.',
    example: null,
  }),
  latencyMs: z.int().meta({
    description: 'Duration of the call in milliseconds; null if it is not known.',
    example: 812,
  }),
})
export type ModelTest = z.infer<typeof ModelTest>

export const usualUrl = (provider: ModelProvider): string => USUAL_URLS[provider]

export const toAiModel = (row: ModelRow): AiModel => ({
  id: row.id,
  name: row.name,
  provider: row.provider as ModelProvider,
  baseUrl: row.baseUrl,
  model: row.model,
  enabled: row.enabled,
  position: row.position,
  timeoutSeconds: row.timeoutSeconds,
  maxOutputTokens: row.maxOutputTokens,
  dataPolicy: row.dataPolicy as DataPolicy,
  inputPrice: row.inputPrice,
  outputPrice: row.outputPrice,
  currency: row.currency,
  tokensPerDay: row.tokensPerDay,
  costPerDay: row.costPerDay,
  callsPerMinute: row.callsPerMinute,
  keepTextsDays: row.keepTextsDays,
  keyHint: row.keyHint,
  ...archivableOf(row),
})
