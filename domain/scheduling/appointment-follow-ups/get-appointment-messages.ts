import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { stepsFor } from '#messaging/follow-ups/plan-steps.ts'
import { pendingAfter, revise } from '#messaging/follow-ups/plan.ts'
import { findFollowUp } from '#messaging/follow-ups/record.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import type { Channel } from '#messaging/channels/rules.ts'
import type { FamilyKindName } from '#messaging/messages/family-kinds.ts'
import type { Reason } from '#messaging/messages/rules.ts'
import { loadAppointment } from '../appointments/queries.ts'
import type { AppointmentMessages } from '../appointments/message-schemas.ts'
import { findAppointmentFacts } from './appointment-facts.ts'
import { appointmentLifecycle } from './appointment-lifecycle.ts'
import { isReminder } from './appointment-lifecycle-plan.ts'
import { CANCELLATION_NOTICE_STEP, INVITATION_STEP } from '../appointments/notice-steps.ts'
import { showOutlooks, type Outlook } from '#messaging/messages/show-outlooks.ts'
import { plannedMessages } from './planned-messages.ts'

const KIND = 'appointmentLifecycle' as const

/** What was sent about an appointment, what will be sent and when, and what was not sent and why. */
export const getAppointmentMessages = (
  ctx: Context,
  { id }: { id: string },
): Promise<AppointmentMessages> =>
  read(ctx, ['appointments:read', 'messages:read'], async (reader) => {
    await loadAppointment(reader, id)
    const facts = await findAppointmentFacts(reader, id)
    if (!facts) throw notFound('appointment')
    const followUp = await findFollowUp(reader, { kind: KIND, subjectId: id })
    const plan = stepsFor(appointmentLifecycle, followUp, appointmentLifecycle.plan(facts))
    const pending = pendingAfter(followUp.steps, plan, revise(followUp.steps, plan))
    const others = await scheduledSteps(reader, id, KIND)
    const steps = [
      ...pending.map(({ step, at }) => ({ step, dueAt: at })),
      ...others.map(({ step, dueAt }) => ({ step, dueAt: new Date(dueAt) })),
    ]
    const outlooks = [
      ...(await messagesAbout(reader, id)),
      ...(await stepsLeftOut(reader, id)),
      ...(await plannedMessages(reader, facts, steps)),
    ]
    const inOrder = outlooks.toSorted((a, b) => timeOf(a) - timeOf(b))
    return { appointmentId: id, messages: await showOutlooks(reader, inOrder) }
  })

const timeOf = ({ at }: Outlook): number => at?.getTime() ?? 0

const messagesAbout = async (reader: Reader, appointmentId: string): Promise<Outlook[]> => {
  const rows = await reader.db.message.findMany({
    where: { tenantId: reader.tenantId, subjectId: appointmentId },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, kind, status, reason, sentAt, dueAt, step, ...row }) => ({
    kind: kind as FamilyKindName | null,
    outlook: status === 'SENT' || status === 'QUEUED' ? status : 'NOT_SENT',
    at: sentAt ?? dueAt,
    channel: row.channel as Channel,
    recipient: { type: row.recipientType, id: row.recipientId },
    reason: reason as Reason | null,
    messageId: id,
    step,
  }))
}

interface LeftOut {
  step: string
  at: Date
  outcome: string
}

/** Steps that would have sent messages, and sent none. */
const stepsLeftOut = async (reader: Reader, appointmentId: string): Promise<Outlook[]> => {
  const rows = await reader.sql<LeftOut>(LEFT_OUT, [reader.tenantId, appointmentId])
  return rows.flatMap(({ step, at, outcome }): Outlook[] => {
    const kind = kindOfPast(step)
    return kind
      ? [
          {
            kind,
            outlook: 'NOT_SENT',
            at,
            recipient: null,
            reason: 'step_left_out',
            detail: outcome,
            step,
          },
        ]
      : []
  })
}

/** A step that was planned again has a number: `reminder-48h.1`. */
const kindOfPast = (step: string): FamilyKindName | undefined => {
  const [name] = step.split('.')
  if (isReminder(step)) return 'APPOINTMENT_REMINDER'
  if (name === INVITATION_STEP) return 'APPOINTMENT_MOVED'
  return name === CANCELLATION_NOTICE_STEP ? 'APPOINTMENT_CANCELLED' : undefined
}

const LEFT_OUT = `
  SELECT s.step, s.due_at AS at, s.outcome
  FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
  WHERE f.tenant_id = $1 AND f.subject_id = $2 AND f.kind = 'appointmentLifecycle'
    AND s.status IN ('SKIPPED', 'CANCELLED') AND s.outcome IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM messages m WHERE m.tenant_id = $1 AND m.follow_up_id = f.id AND m.step = s.step)`
