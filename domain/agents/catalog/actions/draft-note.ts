import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { CreateSessionNote } from '#clinical/notes/schemas.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { defineAction, done } from '../action.ts'
import { withoutLinks } from './without-links.ts'

/** Removes links from the text; other input is unchanged. */
const linkless = <Given extends { sections?: { key: string; text: string }[] }>(
  given: Given,
): Given => ({
  ...(Object.fromEntries(
    Object.entries(given).map(([member, value]: [string, unknown]) => [
      member,
      typeof value === 'string' && WORDED.has(member) ? withoutLinks(value) : value,
    ]),
  ) as Given),
  ...(given.sections && {
    sections: given.sections.map((it) => ({ ...it, text: withoutLinks(it.text) })),
  }),
})

const WORDED: ReadonlySet<string> = new Set(['subjective', 'objective', 'assessment', 'plan'])

export const draftNote = defineAction({
  name: 'draft_note',
  title: 'Draft a session note',
  description:
    'Creates a draft for its author to read, change and sign. The draft is never signed automatically.',
  parameters: CreateSessionNote.omit({ sign: true }).extend({ sessionId: idOf('session') }),
  needs: ['session-notes:write', 'sessions:read', 'children:read'],
  writesToPeople: false,
  approval: 'NONE',
  perform: async (tx, { sessionId, ...given }) => {
    const note = { ...linkless(given), sign: false } as const
    const { id } = await addSessionNote(tx, { id: sessionId, note })
    return done('note drafted', { type: 'sessionNote', id })
  },
})
