import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { FollowUpName } from './names.ts'
import type { PlannedStep } from './plan.ts'
import { INSERT_STEPS, stepColumns, type FollowUpState } from './record.ts'

/** A follow-up with its first plan. */
export interface PlannedFollowUp extends FollowUpState {
  id: string
  subjectId: string
  workflowId: string
  steps: readonly PlannedStep[]
}

/**
 * Creates follow-ups with their steps, in two statements for all of them. Returns those that did not exist yet.
 */
export const createFollowUps = async (
  tx: Transaction,
  { kind, subjectType }: { kind: FollowUpName; subjectType: string },
  followUps: readonly PlannedFollowUp[],
): Promise<PlannedFollowUp[]> => {
  if (followUps.length === 0) return []
  const column = <Member extends keyof PlannedFollowUp>(member: Member) =>
    followUps.map((followUp) => followUp[member])
  const steps = followUps.flatMap(({ id: followUpId, steps: all }) =>
    all.map((step) => ({ followUpId, ...step })),
  )
  const [created] = await Promise.all([
    tx.sql<{ id: string }>(CREATE_MANY, [
      tx.tenantId,
      kind,
      subjectType,
      tx.now,
      column('id'),
      column('subjectId'),
      column('workflowId'),
      column('status'),
      column('waitingOn'),
      column('nextStepAt'),
    ]),
    tx.sql(PUT_MANY, stepColumns(tx, steps)),
  ])
  const ids = new Set(created.map(({ id }) => id))
  return followUps.filter(({ id }) => ids.has(id))
}

const CREATE_MANY = `
  INSERT INTO follow_ups (tenant_id, id, kind, subject_type, subject_id, workflow_id, status, waiting_on,
    next_step_at, created_at, updated_at)
  SELECT $1, f.id, $2, $3, f.subject_id, f.workflow_id, f.status, f.waiting_on, f.next_step_at, $4, $4
  FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
    AS f(id, subject_id, workflow_id, status, waiting_on, next_step_at)
  ON CONFLICT (tenant_id, workflow_id) DO NOTHING
  RETURNING id`

/** The join leaves out steps of follow-ups that existed before. */
const PUT_MANY = `${INSERT_STEPS}
  JOIN follow_ups f ON f.tenant_id = $1 AND f.id = p.follow_up_id`
