import { assertMove, movesFrom, nextStatus } from '#platform/core/records/moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { withdrawServiceOrder } from '#payments/cancellation-policies/decide-fee.ts'
import {
  endCancellation,
  followCancellation,
} from '#payments/cancellation-policies/follow-cancellation.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { changedMembers } from '#platform/core/audit/changes.ts'
import { jsonText } from '#platform/core/sql/insert-into.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion, recordOf } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { wakeFormChases } from '#clinical/form-responses/request-missing-forms.ts'
import { groupPlaceFreed } from './listeners.ts'
import { coverAppointment } from '#receivables/orders/cover-appointment.ts'
import { isChargeable } from '#receivables/orders/rules.ts'
import { recountCycles } from '#receivables/treatment-cycles/recount-cycles.ts'
import { slotsFreed } from '../waitlist/slots-freed.ts'
import { requeue } from '../waitlist/requeue.ts'
import { lockAppointment } from './queries.ts'
import { appointmentSubject } from './appointment-facts.ts'
import { appointmentMoves, type AppointmentVerb } from './moves.ts'
import { leavesSlot } from '../slots/rules.ts'
import type { AppointmentState } from './change-schemas.ts'
import { toAppointment, withProvider, type Appointment, type AppointmentRow } from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'
import { appointmentFollowUpWorkflow, appointmentLifecycleWorkflow } from './workflows.ts'

/** An appointment. `version` comes from If-Match and refuses a stale caller. */
export interface AppointmentRef {
  id: string
  version?: number | undefined
}

/** What a verb does in addition to changing the status. */
export interface Move {
  verb: AppointmentVerb
  /** The reason that the caller gave, for the appointment's history. */
  reason?: string | undefined
  permission?: Permission
  /** The columns that change together with the status, decided on the locked record. */
  fields?: (
    before: AppointmentRow,
    tx: Transaction,
  ) => Prisma.AppointmentUncheckedUpdateInput | Promise<Prisma.AppointmentUncheckedUpdateInput>
  /** Whether a slot that becomes free is offered to nobody. */
  keepSlotReserved?: boolean
  /** Whether it never had a follow-up, so that none is woken. */
  withoutFollowUps?: boolean
  /** Changes other records, in the same transaction and before the event. */
  effects?: (tx: Transaction, after: AppointmentRow, before: AppointmentRow) => void | Promise<void>
}

/**
 * A verb of the appointment's state machine: lock, rule, write, history, audit, events, workflow. If the
 * appointment cannot be charged after the verb, its unpaid order is also cancelled.
 */
export const moveAppointment = (
  ctx: Context,
  ref: AppointmentRef,
  { verb, ...change }: Move,
): Promise<Appointment> =>
  transact(ctx, change.permission ?? 'appointments:write', async (tx) =>
    moveLocked(tx, await lockAppointment(tx, ref.id), { verb, ...change }, ref.version),
  )

/** Moves an appointment that the transaction has locked. */
export const moveLocked = async (
  tx: Transaction,
  before: AppointmentRow,
  { verb, ...change }: Move,
  version?: number,
): Promise<Appointment> => {
  assertVersion(before, version)
  assertMove(appointmentMoves, verb, before)

  const fields = await change.fields?.(before, tx)
  const subject = appointmentSubject(before)
  const stays = nextStatus<string>(appointmentMoves.moves[verb], before.status) === before.status
  if (fields && stays && changesNothing(before, fields)) {
    tx.nothingChanged(subject)
    return toAppointment(before)
  }
  const after = await move(tx, appointmentMoves, verb, before, async (status) => {
    const updated = await tx.db.appointment.update({
      where: keyOf(tx, before.id),
      data: {
        ...fields,
        ...(isMoved(before, fields) && { familyConfirmedAt: null }),
        ...touched(tx),
        status,
        ...(status !== before.status && { statusChangedAt: tx.now }),
      },
    })
    const moved = ofChild({ ...updated, provider: await providerOf(tx, updated, before) })

    const { provider: _, ...from } = before
    const { provider: __, ...to } = moved
    tx.changed(subject, from, to)
    await Promise.all([
      recordChange(tx, { verb, ...change }, before, moved),
      settleOrder(tx, before, moved),
    ])
    await change.effects?.(tx, moved, before)
    return moved
  })
  if (leavesSlot(before, after)) await requeue(tx, after)
  if (leavesSlot(before, after) && !change.keepSlotReserved)
    await (after.groupId ? groupPlaceFreed(tx, after.groupId) : slotsFreed(tx, [before]))
  if (change.withoutFollowUps) return toAppointment(after)
  tx.wake(appointmentLifecycleWorkflow, after.id)
  await wakeFormChases(tx, after.childId)
  // A completion starts the follow-up, and an undo ends it.
  if (before.status === 'COMPLETED' || after.status === 'COMPLETED') {
    tx.wake(appointmentFollowUpWorkflow, after.id)
    await recountCycles(tx, after.childId)
    await coverAppointment(tx, after)
  }
  return toAppointment(after)
}

/** Whether the time changes. The family has confirmed only the previous one. */
const isMoved = (before: AppointmentRow, fields: Prisma.AppointmentUncheckedUpdateInput = {}) =>
  fields.startsAt instanceof Date && +fields.startsAt !== +before.startsAt

/** The provider after a move, which rarely changes. */
const providerOf = (
  tx: Transaction,
  { providerId }: { providerId: string },
  before: AppointmentRow,
): AppointmentRow['provider'] | Promise<AppointmentRow['provider']> =>
  providerId === before.providerId
    ? before.provider
    : tx.db.provider.findFirstOrThrow({
        where: inTenant(tx, providerId),
        ...withProvider.provider,
      })

/** Withdraws the order of an appointment that can no longer be charged, and follows up what was paid. */
const settleOrder = async (
  tx: Transaction,
  before: AppointmentRow,
  moved: AppointmentRow,
): Promise<void> => {
  if (!isChargeable(moved)) {
    const paidOrder = await withdrawServiceOrder(tx, moved.id)
    if (paidOrder) await followCancellation(tx, moved, paidOrder)
  } else if (!isChargeable(before)) await endCancellation(tx, moved.id)
}

/** Whether a move changes nothing. It then has no history entry, event or effect. */
const changesNothing = (before: AppointmentRow, fields: object): boolean => {
  const plain = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    value === NO_JSON ? null : value,
  ])
  return changedMembers(before, Object.fromEntries(plain) as object).length === 0
}

const NO_JSON = jsonOrNull(null)

/** Previews a verb by executing it and rolling it back. A new order has no id in the preview. */
export const rehearseMove = async <Moved extends Appointment>(
  tx: Transaction,
  before: AppointmentRow,
  work: () => Promise<Moved>,
): Promise<Moved> => {
  const { version, updatedAt } = recordOf(before)
  const { fee, ...moved } = await tx.rehearse(work)
  tx.nothingChanged(appointmentSubject(before))
  const shown = fee?.decision === 'CHARGED' ? { ...fee, orderId: null } : fee
  return { ...moved, fee: shown, version, updatedAt } as Moved
}

/** Writes the history entry, with actor and states before and after. */
const recordChange = (
  tx: Transaction,
  { verb, reason = null }: { verb: string; reason?: string | null | undefined },
  before: AppointmentRow,
  after: AppointmentRow,
) =>
  tx.insert('appointment_changes', {
    tenantId: tx.tenantId,
    id: newId('appointmentChange'),
    appointmentId: after.id,
    kind: verb,
    reason,
    before: jsonText(historyOf(before)),
    after: jsonText(historyOf(after)),
    actorId: tx.actor.id,
    createdAt: tx.now,
  })

const historyOf = (row: AppointmentRow): AppointmentState => ({
  status: row.status,
  type: row.type,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  providerId: row.providerId,
  serviceId: row.serviceId,
  locationId: row.locationId,
  roomId: row.roomId,
})

/** Refuses changes of a place that can only be made through its group. */
export const assertNoPlace = ({ groupId, status }: AppointmentRow, verb: AppointmentVerb): void => {
  if (!groupId) return
  throw new DomainError(
    'invalid_transition',
    'A place in a group has the group’s time, room and service. Change the group, or cancel the place.',
    {
      extra: {
        status,
        allowed: movesFrom(appointmentMoves, status).filter((other) => other !== verb),
      },
    },
  )
}
