import { z } from 'zod'
import type { AiModelCall as CallRow } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { pageMembers } from '#platform/core/lists/paging.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { WITHHELD, withheldMember } from '#platform/core/access/withheld.ts'
import { CALL_FAILURES, type CallFailure } from '#providers/ai/chat-models.ts'
import { DATA_POLICIES, type DataPolicy } from '../models/rules.ts'
import { CALL_PURPOSES, CALL_STATUSES, type CallPurpose, type CallStatus } from './rules.ts'

const cost = z.number().min(0).meta({
  description: 'Cost in minor units of the currency, with fractions.',
  example: 0.08,
})
const inputTokens = z.int().min(0).meta({
  description: 'Number of tokens in the prompt, estimated if the provider does not report it.',
  example: 1_200,
})
const outputTokens = z.int().min(0).meta({
  description: 'Number of tokens in the answer, estimated if the provider does not report it.',
  example: 180,
})

export const ModelCall = resourceSchema('ModelCall', {
  id: idOf('modelCall'),
  modelId: idOf('aiModel'),
  purpose: z.enum(CALL_PURPOSES).meta({ description: 'Purpose of the call.', example: 'ANSWER' }),
  assistantId: idOf('assistant').nullable(),
  childId: idOf('child').nullable().meta({
    description: 'Child to whom the question applies; null if there is none.',
    example: null,
  }),
  status: z.enum(CALL_STATUSES).meta({
    description:
      'Status of the call. STARTED: the call is in progress, or was interrupted together with its process and counts with its maximum usage.',
    example: 'SUCCEEDED',
  }),
  failure: z.enum(CALL_FAILURES).nullable().meta({
    description: 'Reason why there was no answer; null if there was one.',
    example: null,
  }),
  httpStatus: z.int().nullable().meta({
    description: 'HTTP status with which the provider refused the call; null if it did not.',
    example: null,
  }),
  dataPolicy: z.enum(DATA_POLICIES).meta({
    description: 'Data policy of the model when the call was made.',
    example: 'REDACTED',
  }),
  inputTokens,
  outputTokens,
  cost,
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  latencyMs: z.int().nullable().meta({
    description: 'Duration of the call in milliseconds; null if it is not known.',
    example: 812,
  }),
  promptSha256: z.string().meta({
    description: 'SHA-256 of the prompt, in base64url.',
    example: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  }),
  sentIds: z.array(naming(ANY_RECORD, z.string())).meta({
    description: 'IDs of the records used in the prompt.',
    example: [exampleId('knowledgeDocument')],
  }),
  withheld: withheldMember('`prompt` and `answer`'),
  prompt: z.string().nullable().meta({
    description: 'Text of the prompt; null if the model does not keep texts.',
    example: null,
  }),
  answer: z.string().nullable().meta({
    description: 'Text of the answer; null if the model does not keep texts.',
    example: null,
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that made the request.',
    example: exampleId('apiKey'),
  }),
  runId: idOf('agentRun').nullable().meta({
    description: 'Agent run to which the turn belongs; null if there is none.',
    example: null,
  }),
  ...recordMembers,
})
export type ModelCall = z.infer<typeof ModelCall>

export const ModelCallTotals = resourceSchema('ModelCallTotals', {
  data: z
    .array(
      z.strictObject({
        modelId: idOf('aiModel'),
        calls: z
          .int()
          .meta({ description: 'Number of calls, including failed ones.', example: 214 }),
        failed: z.int().meta({ description: 'Number of calls that failed.', example: 3 }),
        inputTokens,
        outputTokens,
        cost,
        currency: z
          .string()
          .meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
      }),
    )
    .meta({ description: 'Totals by model and currency.' }),
  ...pageMembers,
})
export type ModelCallTotals = z.infer<typeof ModelCallTotals>

/** @param withheld permissions for the sources of the call's texts that the reader lacks */
export const toModelCall = (row: CallRow, withheld: readonly string[]): ModelCall => {
  const shown = (text: string | null) => (text === null || withheld.length === 0 ? text : WITHHELD)
  return {
    ...factsOf(row),
    prompt: shown(row.prompt),
    answer: shown(row.answer),
    withheld: [...withheld],
  }
}

const factsOf = (row: CallRow): Omit<ModelCall, 'prompt' | 'answer' | 'withheld'> => ({
  id: row.id,
  modelId: row.modelId,
  purpose: row.purpose as CallPurpose,
  assistantId: row.assistantId,
  childId: row.childId,
  status: row.status as CallStatus,
  failure: row.failure as CallFailure | null,
  httpStatus: row.httpStatus,
  dataPolicy: row.dataPolicy as DataPolicy,
  inputTokens: row.inputTokens,
  outputTokens: row.outputTokens,
  cost: row.cost,
  currency: row.currency,
  latencyMs: row.latencyMs,
  promptSha256: row.promptSha256,
  sentIds: row.sentIds,
  requestedBy: row.requestedBy,
  runId: row.runId,
  ...recordOf(row),
})
