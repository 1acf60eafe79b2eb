import { addMinutes, inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import type { Recipient } from '#messaging/messages/recipient.ts'
import type { StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

export const NOTE_STEP = 'note-missing'
export const SUPERVISOR_STEP = 'note-missing-supervisor'

/** Delays after the session until the therapist and the supervisor are notified. */
const NOTE_DELAY_MINUTES = 24 * 60
const SUPERVISOR_DELAY_MINUTES = 48 * 60

/** Plans the steps that notify people of a missing note. */
export const planMissingNote = (since: Date, quiet: Quiet): PlannedStep[] => [
  afterQuiet(NOTE_STEP, addMinutes(since, NOTE_DELAY_MINUTES), quiet),
  afterQuiet(SUPERVISOR_STEP, addMinutes(since, SUPERVISOR_DELAY_MINUTES), quiet),
]

/** A session without its note. */
export interface MissingNoteFacts {
  sessionId: string
  providerId: string
  startedAt: Date
  timeZone: string
}

export const ARCHIVED = 'the note is missing, and the provider is archived'

export const queueNoteOverdue = (
  tx: Transaction,
  { sessionId, startedAt, timeZone }: MissingNoteFacts,
  { step, followUpId, runNow }: StepRun,
  { recipient, providerName }: { recipient: Recipient; providerName: string | null },
) =>
  queueMessage(tx, {
    template: 'session_note.overdue',
    variables: {
      firstName: recipient.firstName,
      providerName,
      startedAt: inZone(startedAt, timeZone),
      timeZone,
      sessionId,
    },
    recipient,
    subject: { type: 'session', id: sessionId },
    dedupeKey: `${followUpId}/${step}/${recipient.id}`,
    followUp: { id: followUpId, step },
    timeZone,
    now: runNow,
  })
