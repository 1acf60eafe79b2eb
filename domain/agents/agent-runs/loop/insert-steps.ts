import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { StepType } from '../../agent-run-steps/schemas.ts'
import type { Outcome } from '../nodes/outcome.ts'
import type { NodeAt } from './load-state.ts'
import { outcomeColumns } from './outcome-columns.ts'

/** A step that is written with its final outcome. */
interface NewStep extends NodeAt {
  id: string
  type: StepType
  outcome: Extract<Outcome, { status: 'SUCCEEDED' | 'FAILED' }>
  startedAt: Date
  endedAt: Date
}

/** Reports new steps of runs, and writes them at commit. */
export const insertSteps = (tx: Transaction, steps: readonly NewStep[]): void => {
  const rows = steps.map(({ id, outcome, endedAt, ...step }) => ({
    ...freshRecord(tx, id),
    ...step,
    ...outcomeColumns(outcome, endedAt),
  }))
  for (const row of rows) tx.created({ type: 'agentRunStep', id: row.id }, row)
  tx.atCommit(INSERT_STEPS, [JSON.stringify(rows)])
}

/** One parameter, so that the text does not depend on the number of steps. */
const INSERT_STEPS = `
  INSERT INTO agent_run_steps (tenant_id, id, run_id, node, item, type, status, output, failure_code,
    failure_message, person_ids, started_at, finished_at, created_at, updated_at)
  SELECT "tenantId", id, "runId", node, item, type, status, output, "failureCode", "failureMessage", "personIds",
    "startedAt", "finishedAt", "createdAt", "updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS steps ("tenantId" text, id text, "runId" text, node text, item int, type text,
    status text, output jsonb, "failureCode" text, "failureMessage" text, "personIds" text[], "startedAt" timestamptz,
    "finishedAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)`
