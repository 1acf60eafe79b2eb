import { createHash } from 'node:crypto'
import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import type { ChatMessage, ChatTool } from '#providers/ai/chat-models.ts'
import { costOf, tokensOf } from '../models/rules.ts'
import { assertAgentBudget } from './assert-agent-budget.ts'
import { assertRunBudget, type TakenAt } from './assert-run-budget.ts'
import {
  exhaustedBudget,
  secondsUntilFree,
  startOfDay,
  type CallPurpose,
  type Spent,
} from './rules.ts'

/** A request to a model, with its sources. */
export interface AskedModel {
  purpose: CallPurpose
  assistantId: string | null
  childId: string | null
  system: string
  messages: readonly ChatMessage[]
  tools?: readonly ChatTool[]
  sentIds: readonly string[]
  /** Permissions required to read the sources of the texts. */
  readingNeeds: readonly Permission[]
  /** The position in the run, for an agent's turn. */
  takenAt?: TakenAt | undefined
}

/**
 * Records a call before it is made, with its maximum usage, so that simultaneous calls cannot exceed a budget
 * together. Refuses a call that could exceed it.
 */
export const reserveCall = async (
  tx: Transaction,
  model: ModelRow,
  { system, messages, tools = [], sentIds, readingNeeds, takenAt, ...asked }: AskedModel,
): Promise<string> => {
  const prompt = textOf(messages)
  const most = {
    inputTokens: tokensOf(system + prompt + (tools.length > 0 ? JSON.stringify(tools) : '')),
    outputTokens: model.maxOutputTokens,
  }
  const cost = costOf(model, most)
  const tokens = most.inputTokens + most.outputTokens
  if (takenAt) {
    await assertAgentBudget(tx, tokens)
    await assertRunBudget(tx, takenAt, { tokens, cost })
  }
  await lockRecord(tx, 'ai_models', model.id)
  const budget = exhaustedBudget(model, await spentBy(tx, model.id), { tokens, cost })
  if (budget)
    throw new DomainError(
      'ai_budget_exhausted',
      `The model ${model.name} has used its budget (${budget}). Wait until the budget is available again, or raise it with PATCH /v1/ai/models/{id}.`,
      { extra: { modelId: model.id, budget }, retryAfterSeconds: secondsUntilFree(budget, tx.now) },
    )
  const id = newId('modelCall')
  const keeps = model.keepTextsDays > 0
  const row = await tx.db.aiModelCall.create({
    data: {
      ...freshRecord(tx, id),
      ...asked,
      modelId: model.id,
      status: 'STARTED',
      dataPolicy: model.dataPolicy,
      ...most,
      cost,
      currency: model.currency,
      promptSha256: createHash('sha256').update(`${system}\n${prompt}`).digest('base64url'),
      sentIds: [...sentIds],
      readingNeeds: [...new Set([...readingNeeds, ...needsOfPersonsIn([prompt, sentIds])])],
      ...(takenAt && { runId: takenAt.runId, runNode: takenAt.node, runItem: takenAt.item }),
      prompt: keeps ? prompt : null,
      textsUntil: keeps ? new Date(tx.now.getTime() + model.keepTextsDays * DAY_MS) : null,
      requestedBy: tx.actor.id,
    },
  })
  tx.created({ type: 'modelCall', id }, row)
  return id
}

/** A single question as text, a longer conversation as JSON. */
const textOf = (messages: readonly ChatMessage[]): string => {
  const [only, ...others] = messages
  return others.length === 0 && only?.role === 'USER' ? only.text : JSON.stringify(messages)
}

/** Includes calls about children whom the caller cannot see. */
const spentBy = async (tx: Transaction, modelId: string): Promise<Spent> => {
  const { tenantId, now } = tx
  const values = [tenantId, modelId, startOfDay(now), new Date(now.getTime() - 60_000)]
  const [spent] = await tx.asCentre(() => tx.sql<Spent>(SPENT, values))
  return spent!
}

const SPENT = `
  SELECT COALESCE(sum(input_tokens::bigint + output_tokens) FILTER (WHERE created_at >= $3), 0)::float8 AS tokens,
    COALESCE(sum(cost) FILTER (WHERE created_at >= $3), 0)::float8 AS cost,
    (count(*) FILTER (WHERE created_at > $4))::int AS "callsOfMinute"
  FROM ai_model_calls
  WHERE tenant_id = $1 AND model_id = $2 AND created_at >= LEAST($3::timestamptz, $4::timestamptz)`
