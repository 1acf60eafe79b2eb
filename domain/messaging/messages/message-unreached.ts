import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { REASONS_THAT_NEED_ACTION } from './rules.ts'

/** A message that reached nobody and belongs to no follow-up. */
export const messageUnreached = defineWaiting({
  kind: 'MESSAGE_UNREACHED',
  subject: 'message',
  reads: 'messages:read',
  actions: [
    { operation: 'resendMessage', path: '/v1/messages/{id}/resend', needs: 'messages:write' },
  ],
  rows: {
    from: 'messages r',
    where: `r.follow_up_id IS NULL AND r.reason IN (${REASONS_THAT_NEED_ACTION.map((it) => `'${it}'`).join(', ')})
      AND r.action_settled_at IS NULL AND r.updated_at > $2::timestamptz - interval '30 days'`,
    since: 'r.updated_at',
    dueAt: 'r.due_at',
    childId: 'therapy.child_of(r.subject_id)',
  },
})
