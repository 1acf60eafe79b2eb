import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { AUTHOR_WHO_SIGNS, NOTE_SINCE } from './note-since.ts'

/** A draft that its author must sign. */
export const noteToSign = defineWaiting({
  kind: 'NOTE_TO_SIGN',
  title: 'Finish and sign the note',
  consequence: 'The note does not count, and the session has no signed note.',
  subject: 'sessionNote',
  reads: 'session-notes:read',
  actions: [
    {
      operation: 'signSessionNote',
      path: '/v1/session-notes/{id}/sign',
      needs: 'session-notes:write',
      namedOnly: true,
    },
    {
      operation: 'takeOverSessionNote',
      path: '/v1/session-notes/{id}/take-over',
      needs: 'session-notes:write',
    },
  ],
  rows: {
    from: 'session_notes r',
    joins: `JOIN sessions v ON v.tenant_id = r.tenant_id AND v.id = r.session_id
      LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = v.provider_id`,
    where: `r.status = 'DRAFT' AND r.return_reason IS NULL`,
    since: NOTE_SINCE,
    name: 'p.name',
    childId: 'v.child_id',
    assigneeId: 'r.author_id',
    mayAct: AUTHOR_WHO_SIGNS,
  },
})
