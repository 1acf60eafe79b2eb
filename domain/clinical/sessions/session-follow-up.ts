import { notFound } from '#platform/core/errors/errors.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { noteStateOf, type NoteState } from '../notes/queries.ts'
import { defineFollowUp, leftThePlan, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { planMissingNote, SUPERVISOR_STEP } from '../notes/missing-note-plan.ts'
import { notifyTherapist } from '../notes/notify-therapist.ts'
import { notifySupervisor } from '../notes/notify-supervisor.ts'
import type { MissingNoteFacts } from '../notes/missing-note-plan.ts'
import type { Quiet } from '#messaging/follow-ups/plan.ts'

interface Facts extends MissingNoteFacts, Quiet {
  appointmentId: string | null
  /** When the note was first expected. A session may be recorded long after it took place. */
  since: Date
  note: NoteState
}

/** Follow-ups of unscheduled sessions; appointments have their own. */
export const sessionFollowUp = defineFollowUp<Facts>({
  resource: 'session-notes',
  facts: async (tx, id) => {
    const [row] = await tx.sql<Omit<Facts, 'timeZone' | 'quietHours' | 'note'>>(FACTS, [
      tx.tenantId,
      id,
    ])
    if (!row) throw notFound('session')
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    const note = await noteStateOf(tx, id)
    return { ...row, note, timeZone, quietHours }
  },
  plan: ({ appointmentId, note, since, ...facts }) =>
    appointmentId === null && note === 'MISSING' ? planMissingNote(since, facts) : [],
  cancelReason: ({ note }) => (note === 'WRITTEN' ? 'the note is signed' : 'no note is awaited'),
  finalStatus: () => 'COMPLETED',
  isSettled: leftThePlan,
  whenLate: () => 'DONE',
  whileRestricted: () => 'WAITS',
  perform: (tx, facts, stepRun) => {
    if (facts.note !== 'MISSING') return skipped('not needed: the note is signed')
    const told = stepRun.step === SUPERVISOR_STEP ? notifySupervisor : notifyTherapist
    return told(tx, facts, stepRun)
  },
})

const FACTS = `
  SELECT id AS "sessionId", appointment_id AS "appointmentId", provider_id AS "providerId",
         started_at AS "startedAt", GREATEST(ended_at, created_at) AS since
  FROM sessions WHERE tenant_id = $1 AND id = $2 FOR UPDATE`
