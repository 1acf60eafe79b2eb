import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { NOTE_SINCE } from './note-since.ts'

/** A signed note that awaits the signature of the supervisor. */
export const noteToCosign = defineWaiting({
  kind: 'NOTE_TO_COSIGN',
  subject: 'sessionNote',
  reads: 'session-notes:read',
  actions: [
    {
      operation: 'cosignSessionNote',
      path: '/v1/session-notes/{id}/cosign',
      needs: ['cosignatures:write', 'session-notes:read'],
      namedOnly: 'OR_ON_BEHALF',
      second: { keysAreProviders: true },
    },
    {
      operation: 'returnSessionNote',
      path: '/v1/session-notes/{id}/return',
      needs: ['cosignatures:write', 'session-notes:read'],
      namedOnly: 'OR_ON_BEHALF',
      second: { keysAreProviders: true },
    },
  ],
  rows: {
    from: 'session_notes r',
    joins: `JOIN sessions v ON v.tenant_id = r.tenant_id AND v.id = r.session_id
      LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = v.provider_id`,
    where: `r.status = 'AWAITING_COSIGN'`,
    since: NOTE_SINCE,
    name: 'p.name',
    childId: 'v.child_id',
    assigneeId: 'r.supervisor_id',
    mayAct: `ARRAY[r.supervisor_id] || ARRAY(SELECT d.delegate_id FROM supervision_delegates d
      WHERE d.tenant_id = r.tenant_id AND d.supervisor_id = r.supervisor_id AND d.starts_at <= $2 AND d.ends_at > $2
        AND d.delegate_id <> v.provider_id)`,
    first: 'ARRAY[r.author_id]',
  },
})
