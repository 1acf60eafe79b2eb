import type { AppointmentStatus } from '../appointments/rules.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { utc } from '../core/time.ts'
import { transact, type Transaction } from '../core/transaction.ts'
import { planOf, revise, type AppointmentFacts, type PlannedStep } from './appointment-plan.ts'
import { openFollowUp, writeRevision, writeState, type FollowUpRecord } from './record.ts'

/** What the workflow waits for; null when nothing is left to do. Instants are UTC. */
export interface NextStep {
  step: string
  dueAt: string
}

/**
 * Puts the steps of an appointment on record as its present state and time ask for, and says which
 * one comes next. Run twice it changes nothing.
 */
export const planAppointment = (
  ctx: Context,
  { id }: { id: string },
): Promise<{ next: NextStep | null }> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    const facts = await appointmentFacts(tx, id)
    const followUp = await openFollowUp(tx, { kind: 'appointmentLifecycle', subjectId: id })
    const planned = planOf(facts)
    const revision = revise(followUp.steps, planned)
    await writeRevision(tx, followUp.id, revision, reasonOf(facts.status))

    const next = nextOf(followUp, planned, revision.put)
    await writeState(tx, followUp, {
      status: next ? 'ACTIVE' : endOf(facts.status),
      waitingOn: next?.step ?? null,
      nextStepAt: next?.dueAt ?? null,
    })
    return { next: next && { step: next.step, dueAt: utc(next.dueAt) } }
  })

/** The earliest planned step that has not happened. */
const nextOf = (
  { steps }: FollowUpRecord,
  planned: readonly PlannedStep[],
  put: readonly PlannedStep[],
): PlannedStep | null => {
  const settled = new Set(
    steps.filter(({ status }) => status !== 'SCHEDULED').map(({ step }) => step),
  )
  for (const { step, skipped } of put) {
    if (skipped) settled.add(step)
    else settled.delete(step)
  }
  const open = planned.filter(({ step }) => !settled.has(step))
  return open.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())[0] ?? null
}

const reasonOf = (status: AppointmentStatus) => `the appointment is ${status}`

const endOf = (status: AppointmentStatus) =>
  status === 'CANCELLED' || status === 'DECLINED' || status === 'ENTERED_IN_ERROR'
    ? 'CANCELLED'
    : 'COMPLETED'

/** Locked, so that what is planned holds when this commits. */
export const appointmentFacts = async (tx: Transaction, id: string): Promise<AppointmentFacts> => {
  const [facts] = await tx.sql<AppointmentFacts>(FACTS, [tx.tenantId, id])
  if (!facts) throw notFound('appointment')
  return facts
}

const FACTS = `
  SELECT a.status, a.starts_at AS "startsAt", a.ends_at AS "endsAt",
         COALESCE((SELECT max(c.created_at) FROM appointment_changes c
                   WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id AND c.kind = 'reschedule'),
                  a.created_at) AS "bookedAt",
         t.reminder_offsets_minutes AS "reminderOffsetsMinutes",
         t.no_show_grace_minutes AS "noShowGraceMinutes"
  FROM appointments a JOIN tenants t ON t.tenant_id = a.tenant_id
  WHERE a.tenant_id = $1 AND a.id = $2 FOR UPDATE OF a`
