import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { CallFailure, ChatOutcome } from '#providers/ai/chat-models.ts'
import { costOf, tokensOf } from '../models/rules.ts'
import { loadModelCall } from './queries.ts'

/** Failures in which the model read nothing, because the provider refused the call. */
const UNREAD: ReadonlySet<CallFailure> = new Set([
  'rate_limited',
  'provider_error',
  'unauthorized',
  'request_refused',
  'unreachable',
  'address_refused',
])

/** Records the result of a call and returns its usage. Usage that the provider did not report is estimated. */
export const settleCall = async (
  tx: Transaction,
  model: ModelRow,
  { id, outcome, latencyMs }: { id: string; outcome: ChatOutcome; latencyMs: number },
): Promise<{ inputTokens: number; outputTokens: number }> => {
  const before = await loadModelCall(tx, id)
  const { failure, text, toolCalls } = outcome
  const unread = failure !== null && text === '' && UNREAD.has(failure)
  const used = {
    inputTokens: outcome.inputTokens ?? (unread ? 0 : before.inputTokens),
    outputTokens:
      outcome.outputTokens ??
      tokensOf(toolCalls.length > 0 ? text + JSON.stringify(toolCalls) : text),
  }
  const after = await tx.db.aiModelCall.update({
    where: keyOf(tx, id),
    data: {
      ...touched(tx),
      ...used,
      cost: costOf(model, used),
      status: failure === null ? 'SUCCEEDED' : 'FAILED',
      failure,
      httpStatus: outcome.failure === null ? null : (outcome.status ?? null),
      latencyMs,
      ...(before.textsUntil && { answer: text }),
    },
  })
  tx.changed({ type: 'modelCall', id }, before, after)
  return used
}
