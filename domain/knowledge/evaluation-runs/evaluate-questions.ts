import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import { takeTurn, type TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import { embedQuestion } from '../answers/embed-question.ts'
import { findQuotes } from '../answers/find-quotes.ts'
import { loadAssistantVersion } from '../assistants/queries.ts'
import { settingsOf, type AssistantSettings } from '../assistants/schemas.ts'
import { evaluationRunEvents } from './events.ts'
import { loadEvaluationRun } from './queries.ts'
import { documentsOf, rankOf, totalsOf } from './rules.ts'

/** Questions per transaction. */
const BATCH = 10

interface Evaluating {
  id: string
  /** When aborted, stops between two questions. */
  signal?: AbortSignal
}

/** Evaluates questions of a run for one turn, continuing an earlier one. The last question completes the run. */
export const evaluateQuestions = (
  ctx: OutsideContext,
  { id, signal }: Evaluating,
): Promise<TurnEnd> => takeTurn(() => evaluateNext(ctx, id, signal), signal)

/** Returns false if all questions are settled. */
const evaluateNext = async (
  ctx: OutsideContext,
  id: string,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const batch = await read(ctx, 'ai-evaluations:read', (reader) => nextBatch(reader, id))
  if (batch.questions.length === 0) return false
  const outcomes: Outcome[] = []
  for (const question of batch.questions) {
    signal?.throwIfAborted()
    outcomes.push(await evaluate(ctx, batch, question))
  }
  await settle(ctx, id, outcomes)
  return true
}

interface Batch {
  assistantId: string
  settings: AssistantSettings
  questions: { number: number; question: string; expected: string[] }[]
}

const nextBatch = async (reader: Reader, id: string): Promise<Batch> => {
  const { db, tenantId } = reader
  const { assistantId, assistantVersion: number } = await loadEvaluationRun(reader, id)
  const settings = settingsOf(await loadAssistantVersion(reader, { id: assistantId, number }))
  const questions = await db.evaluationResult.findMany({
    where: { tenantId, runId: id, settledAt: null },
    select: { number: true, question: true, expected: true },
    orderBy: { number: 'asc' },
    take: BATCH,
  })
  return { assistantId, settings, questions }
}

interface Outcome {
  number: number
  found: string[]
  rank: number | null
  notFound: boolean
  embeddingModel: string | null
}

/** Searches only documents, without language models or curated answers. */
const evaluate = async (
  ctx: OutsideContext,
  { assistantId, settings }: Batch,
  { number, question, expected }: Batch['questions'][number],
): Promise<Outcome> => {
  const { near } = await embedQuestion(ctx, { assistantId, question })
  const { passages, quotes } = await read(ctx, 'knowledge:read', (reader) =>
    findQuotes(reader, { assistantId, question, near, ...settings }),
  )
  const found = documentsOf(passages)
  return {
    number,
    found,
    rank: rankOf(expected, found),
    notFound: quotes.length === 0,
    embeddingModel: near?.model ?? null,
  }
}

/** Records results once: those that another process has recorded are kept. */
const settle = (ctx: Context, id: string, outcomes: readonly Outcome[]): Promise<void> =>
  transact(ctx, 'ai-evaluations:write', async (tx) => {
    await lockRecord(tx, 'evaluation_runs', id)
    const before = await loadEvaluationRun(tx, id)
    const subject = { type: 'evaluationRun', id } as const
    const settled = await tx.sql<{ number: number }>(SETTLE, [
      tx.tenantId,
      id,
      tx.now,
      JSON.stringify(outcomes),
    ])
    if (settled.length === 0) return tx.nothingChanged(subject)
    const done = before.settled + settled.length
    const after = await tx.db.evaluationRun.update({
      where: keyOf(tx, id),
      data: {
        settled: done,
        embeddingModel: outcomes.at(-1)!.embeddingModel,
        ...(done === before.questions && (await finished(tx, id))),
        ...touched(tx),
      },
    })
    tx.changed(subject, before, after)
    if (after.status !== 'DONE') return
    const { evaluationId, assistantId, assistantVersion, questions } = after
    tx.emit(evaluationRunEvents['evaluation_run.finished'], subject, {
      evaluationRunId: id,
      evaluationId,
      assistantId,
      assistantVersion,
      questions,
    })
  })

const finished = async ({ db, tenantId, now }: Transaction, runId: string) => {
  const rows = await db.evaluationResult.findMany({ where: { tenantId, runId } })
  const totals = totalsOf(rows.map((row) => ({ ...row, notFound: row.notFound! })))
  return { status: 'DONE', finishedAt: now, totals }
}

const SETTLE = `
  UPDATE evaluation_results r SET found = o.found, rank = o.rank, not_found = o."notFound", settled_at = $3
  FROM jsonb_to_recordset($4::jsonb) AS o(number int, found text[], rank int, "notFound" boolean)
  WHERE r.tenant_id = $1 AND r.run_id = $2 AND r.number = o.number AND r.settled_at IS NULL
  RETURNING r.number`
