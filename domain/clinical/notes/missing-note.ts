import { addMinutes, inZone } from '#platform/core/time.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipients.ts'
import { findSupervisor } from '#organization/supervisions/queries.ts'
import { done, skipped, type Outcome, type StepRun } from '#messaging/follow-ups/kind.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

export const NOTE_STEP = 'note-missing'
export const SUPERVISOR_STEP = 'note-missing-supervisor'

/** After the session the therapist is notified, a day later the supervisor. */
const NOTE_DELAY_MINUTES = 24 * 60
const SUPERVISOR_DELAY_MINUTES = 48 * 60

/** The steps that notify people of a missing note. */
export const planMissingNote = (since: Date, quiet: Quiet): PlannedStep[] => [
  afterQuiet(NOTE_STEP, addMinutes(since, NOTE_DELAY_MINUTES), quiet),
  afterQuiet(SUPERVISOR_STEP, addMinutes(since, SUPERVISOR_DELAY_MINUTES), quiet),
]

/** A session whose note is missing. */
export interface MissingNoteFacts {
  sessionId: string
  providerId: string
  startedAt: Date
  zone: string
}

/** Notifies the provider of an unscheduled session. */
export const notifyTherapist = async (
  tx: Transaction,
  session: MissingNoteFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const recipient = await findRecipient(tx, { type: 'provider', id: session.providerId })
  if (!recipient) return skipped(`not sent: ${ARCHIVED}`, ARCHIVED)
  await tell(tx, session, stepRun, { recipient, providerName: null })
  return done('the note is missing: e-mail to the provider')
}

export const ARCHIVED = 'the note is missing, and the provider is archived'

/** The therapist was told a day ago; now the supervisor is. */
export const notifySupervisor = async (
  tx: Transaction,
  session: MissingNoteFacts,
  stepRun: StepRun,
): Promise<Outcome> => {
  const recipient = await findSupervisor(tx, session.providerId)
  const missing = 'the note has been missing for two days'
  if (!recipient) return skipped('not sent: there is no supervisor', missing)
  const provider = await tx.db.provider.findFirstOrThrow({
    where: { tenantId: tx.tenantId, id: session.providerId },
    select: { name: true },
  })
  await tell(tx, session, stepRun, { recipient, providerName: provider.name })
  return done(`the note is missing: e-mail to the supervisor ${recipient.id}`, missing)
}

const tell = (
  tx: Transaction,
  { sessionId, startedAt, zone }: MissingNoteFacts,
  { step, followUpId, fired }: StepRun,
  { recipient, providerName }: { recipient: Recipient; providerName: string | null },
) =>
  queueMessage(tx, {
    template: 'note.overdue',
    variables: {
      firstName: recipient.firstName,
      providerName,
      startedAt: inZone(startedAt, zone),
      zone,
      sessionId,
    },
    recipient,
    subject: { type: 'session', id: sessionId },
    dedupeKey: `${followUpId}/${step}/${recipient.id}`,
    followUp: { id: followUpId, step },
    zone,
    now: fired,
  })
