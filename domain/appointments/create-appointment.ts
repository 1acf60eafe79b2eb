import { assertConsents } from '../consents/rules.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { insertStatement } from '../core/insert.ts'
import { transact } from '../core/transaction.ts'
import { assertBookableTime, prepareBooking } from './booking.ts'
import { slotOf } from './rules.ts'
import {
  toAppointment,
  type Appointment,
  type AppointmentRow,
  type CreateAppointment,
} from './schemas.ts'

/** Books an appointment. The exclusion constraints refuse what overlaps: `slot_taken`. */
export const createAppointment = (ctx: Context, input: CreateAppointment): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const facts = await prepareBooking(tx, input)
    assertBookableTime(input.startsAt, facts.leadTimeMinutes, tx.now)
    assertConsents(facts.consents, input.startsAt)
    const slot = slotOf({ ...facts, ...input })

    const row: AppointmentRow = {
      tenantId: tx.tenantId,
      id: newId('appointment'),
      childId: input.childId,
      providerId: input.providerId,
      serviceId: facts.serviceId,
      locationId: facts.locationId,
      roomId: input.roomId ?? null,
      type: input.type,
      status: facts.requiresConfirmation ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
      ...slot,
      zone: facts.zone,
      notes: input.notes ?? null,
      amountMinor: facts.amountMinor,
      currency: facts.currency,
      cancellation: null,
      absentParty: null,
      errorReason: null,
      statusChangedAt: tx.now,
      createdAt: tx.now,
      updatedAt: tx.now,
      version: 1,
      provider: { id: input.providerId, name: facts.providerName },
    }
    tx.atCommit(INSERT, [
      row.tenantId,
      row.id,
      row.childId,
      row.providerId,
      row.serviceId,
      row.locationId,
      row.roomId,
      row.type,
      row.status,
      row.startsAt,
      row.endsAt,
      row.busyFrom,
      row.busyUntil,
      row.zone,
      row.notes,
      row.amountMinor,
      row.currency,
      row.statusChangedAt,
      row.createdAt,
      row.updatedAt,
    ])

    const { provider: _, ...recorded } = row
    const subject = { type: 'appointment', id: row.id }
    tx.audit(subject, undefined, recorded)
    tx.emit('booking.created', subject, {
      bookingId: row.id,
      childId: row.childId,
      service: facts.serviceCode ?? row.type,
      amount: row.amountMinor ?? 0,
      currency: row.currency ?? facts.tenantCurrency,
    })
    tx.start('appointmentLifecycle', row.id)
    return toAppointment(row)
  })

const INSERT = insertStatement('appointments', [
  'tenant_id',
  'id',
  'child_id',
  'provider_id',
  'service_id',
  'location_id',
  'room_id',
  'type',
  'status',
  'starts_at',
  'ends_at',
  'busy_from',
  'busy_until',
  'zone',
  'notes',
  'amount_minor',
  'currency',
  'status_changed_at',
  'created_at',
  'updated_at',
])
