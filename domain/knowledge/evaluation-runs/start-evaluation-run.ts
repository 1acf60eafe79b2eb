import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadAssistant } from '../assistants/queries.ts'
import { loadEvaluation } from '../evaluations/queries.ts'
import { questionsOf } from '../evaluations/schemas.ts'
import { toEvaluationRun, type EvaluationRun } from './schemas.ts'
import { evaluationRunWorkflow } from './workflows.ts'

/** Starts a run of an evaluation's current questions against the current version of its assistant. */
export const startEvaluationRun = (ctx: Context, { id }: { id: string }): Promise<EvaluationRun> =>
  transact(ctx, 'ai-evaluations:write', async (tx) => {
    const evaluation = await loadEvaluation(tx, id)
    const assistant = await loadAssistant(tx, evaluation.assistantId)
    if (evaluation.archivedAt ?? assistant.archivedAt)
      throw new DomainError(
        'record_archived',
        'The evaluation or its assistant is archived. Restore it before you run the evaluation.',
      )
    const runId = newId('evaluationRun')
    const row = await tx.db.evaluationRun.create({
      data: {
        ...freshRecord(tx, runId),
        evaluationId: id,
        assistantId: assistant.id,
        assistantVersion: assistant.publishedVersion,
        questionsVersion: evaluation.questionsVersion,
        status: 'RUNNING',
        questions: questionsOf(evaluation).length,
        requestedBy: tx.actor.id,
      },
    })
    await tx.sql(INSERT_QUESTIONS, [tx.tenantId, id, runId])
    tx.created({ type: 'evaluationRun', id: runId }, row)
    tx.start(evaluationRunWorkflow, runId)
    return toEvaluationRun(row)
  })

// If an expected document was replaced, its later version counts.
const INSERT_QUESTIONS = `
  WITH RECURSIVE asked AS (
    SELECT q.number::int AS number, q.asked->>'question' AS question, q.asked->'documentIds' AS ids
    FROM evaluations e CROSS JOIN jsonb_array_elements(e.questions) WITH ORDINALITY AS q(asked, number)
    WHERE e.tenant_id = $1 AND e.id = $2),
  editions AS (
    SELECT a.number, i.id FROM asked a CROSS JOIN jsonb_array_elements_text(a.ids) AS i(id)
    UNION
    SELECT e.number, d.id FROM editions e JOIN knowledge_documents d ON d.tenant_id = $1 AND d.replaces_id = e.id)
  INSERT INTO evaluation_results (tenant_id, run_id, number, question, expected)
  SELECT $1, $3, a.number, a.question, ARRAY(SELECT e.id FROM editions e WHERE e.number = a.number ORDER BY e.id)
  FROM asked a`
