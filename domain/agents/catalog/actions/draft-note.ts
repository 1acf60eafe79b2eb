import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { CreateSessionNote } from '#clinical/notes/schemas.ts'
import { idOf } from '#platform/core/ids.ts'
import { defineAction, done } from '../action.ts'

export const draftNote = defineAction({
  name: 'draft_note',
  title: 'Draft a session note',
  description: 'A draft for its author to read, change and sign. It is never signed here.',
  parameters: CreateSessionNote.omit({ sign: true }).extend({ sessionId: idOf('session') }),
  needs: ['session-notes:write', 'sessions:read', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, { sessionId, ...soap }) => {
    const { id } = await addSessionNote(tx, { id: sessionId, note: { ...soap, sign: false } })
    return done('note drafted', { type: 'sessionNote', id })
  },
})
