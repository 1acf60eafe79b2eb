import { defineWaiting } from '#platform/core/records/define-waiting.ts'

import { NOTE_SINCE } from './note-since.ts'

/** The author, unless a user who is not the provider of the session: nobody signs for another. */
const AUTHOR_WHO_SIGNS = `ARRAY(SELECT r.author_id WHERE NOT EXISTS (SELECT FROM users u
      WHERE u.tenant_id = r.tenant_id AND u.id = r.author_id AND u.provider_id IS DISTINCT FROM v.provider_id))`

/** A draft of a note that waits for its author. */
export const draftNote = <const Kind extends string>(own: {
  kind: Kind
  /** Which drafts. */
  where: string
}) =>
  defineWaiting({
    kind: own.kind,
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
      where: `r.status = 'DRAFT' AND ${own.where}`,
      since: NOTE_SINCE,
      name: 'p.name',
      childId: 'v.child_id',
      assigneeId: 'r.author_id',
      mayAct: AUTHOR_WHO_SIGNS,
    },
  })
