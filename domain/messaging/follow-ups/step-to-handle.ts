import { defineWaiting, type WaitingRows } from '#platform/core/records/define-waiting.ts'
import { REASONS_THAT_NEED_ACTION } from '../messages/rules.ts'

/** The members that both ways of asking have in common. `$3` are the kinds of follow-ups that the caller may read. */
const ofFollowUp = {
  recordId: 'f.id',
  subjectId: 'f.subject_id',
  subjectType: 'f.subject_type',
  childId: 'therapy.child_of(f.subject_id)',
  dueAt: 's.due_at',
  assigneeId: 's.assignee_id',
  key: `'/' || s.step`,
  params: { id: 'f.id', step: 's.step' },
  followUp: { id: 'f.id', kind: 'f.kind', step: 's.step' },
} as const

/** A step says what a person must do. */
const asking: WaitingRows = {
  ...ofFollowUp,
  from: 'follow_up_steps s',
  joins: 'JOIN follow_ups f ON f.tenant_id = s.tenant_id AND f.id = s.follow_up_id',
  where: 's.action_required IS NOT NULL AND f.kind = ANY ($3::text[])',
  since: 'GREATEST(COALESCE(s.happened_at, s.due_at), s.assigned_at)',
  title: 's.action_required',
}

const REASONS = REASONS_THAT_NEED_ACTION.map((it) => `'${it}'`).join(', ')

/** A message of a step was not delivered. */
const unreached: WaitingRows = {
  ...ofFollowUp,
  from: `(SELECT m.tenant_id, m.follow_up_id, m.step, min(m.reason) AS reason, min(m.updated_at) AS updated_at FROM messages m
      WHERE m.tenant_id = $1 AND m.follow_up_id IS NOT NULL AND m.reason IN (${REASONS}) AND m.action_settled_at IS NULL
      GROUP BY m.tenant_id, m.follow_up_id, m.step) m`,
  joins: `JOIN follow_up_steps s ON s.tenant_id = m.tenant_id AND s.follow_up_id = m.follow_up_id AND s.step = m.step
      JOIN follow_ups f ON f.tenant_id = s.tenant_id AND f.id = s.follow_up_id`,
  where: 's.action_required IS NULL AND f.kind = ANY ($3::text[])',
  since: 'GREATEST(m.updated_at, s.assigned_at)',
  unreached: 'm.reason',
}

/** A step of a follow-up that needs a person. */
export const stepToHandle = defineWaiting({
  kind: 'FOLLOW_UP_STEP',
  subject: 'followUp',
  reads: 'follow-ups:read',
  actions: [
    {
      operation: 'acknowledgeFollowUpStep',
      path: '/v1/follow-ups/{id}/steps/{step}/acknowledge',
      needs: 'follow-ups:write',
    },
  ],
  rows: [asking, unreached],
})
