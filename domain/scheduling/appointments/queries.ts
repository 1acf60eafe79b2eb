import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { toAppointment, withProvider, type AppointmentRow } from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'

export const AppointmentQuery = listQuery(
  'appointment',
  ['-createdAt', 'createdAt', 'startsAt', '-startsAt'],
  {
    childId: idOf('child').optional(),
    providerId: idOf('provider').optional(),
    locationId: idOf('location').optional(),
    seriesId: idOf('series').optional(),
    importId: idOf('appointmentImport').optional(),
    groupId: idOf('groupAppointment').optional(),
    status: anyOf(AppointmentStatus, 'Returns only appointments with this status.'),
    type: anyOf(AppointmentType, 'Returns only appointments of this type.'),
    ...instantRange('startsAt'),
  },
)
export type AppointmentQuery = z.infer<typeof AppointmentQuery>

export const getAppointment = (ctx: Context, { id }: { id: string }) =>
  read(
    ctx,
    'appointments:read',
    async (reader) => toAppointment(await loadAppointment(reader, id)),
    { plansOnce: true },
  )

const appointments = recordQueries({
  permission: 'appointments:read',
  name: 'appointment',
  find: ({ db }, selection: Selection<Prisma.AppointmentWhereInput>) =>
    db.appointment.findMany({
      ...selection,
      include: withProvider,
    }),
  show: (rows) => rows.map((row) => toAppointment(ofChild(row))),
})

export const listAppointments = appointments.list(
  ({ childId, status, ...query }: AppointmentQuery) => ({
    childId: childId ?? { not: null },
    // A hold is a future appointment. Lists include it only if its status is requested.
    ...(status ? { status: { in: status } } : { heldUntil: null }),
    ...given(query, 'providerId', 'locationId', 'seriesId', 'importId', 'groupId', 'type'),
    startsAt: within(query, 'startsAt'),
  }),
)

/**
 * The appointment in the tenant. Throws `not_found` if there is none. Raw SQL, because it is the platform's
 * most frequent read.
 */
export const loadAppointment = async (reader: Reader, id: string): Promise<AppointmentRow> => {
  const [row] = await reader.sql<AppointmentRow>(BY_ID, [reader.tenantId, id])
  if (!row) throw notFound('appointment')
  return row
}

/** Loads an appointment and locks it until the transaction ends, which serializes verbs. */
export const lockAppointment = async (reader: Reader, id: string): Promise<AppointmentRow> => {
  const [row] = await reader.sql<AppointmentRow>(`${BY_ID} FOR UPDATE OF a`, [reader.tenantId, id])
  if (!row) throw notFound('appointment')
  return row
}

/** Selects an appointment with a further condition, whose value is the second parameter. */
export const SELECT_APPOINTMENT = `
  SELECT a.tenant_id AS "tenantId", a.id, a.child_id AS "childId", a.provider_id AS "providerId",
         a.service_id AS "serviceId", a.location_id AS "locationId", a.room_id AS "roomId", a.type, a.status,
         a.capacity, a.group_id AS "groupId", a.seat,
         a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.busy_from AS "busyFrom", a.busy_until AS "busyUntil",
         a.time_zone AS "timeZone", a.series_id AS "seriesId", a.import_id AS "importId", a.notes, a.amount_minor AS "amountMinor", a.currency, a.cancellation,
         a.absent_party AS "absentParty", a.error_reason AS "errorReason", a.decline_reason AS "declineReason",
         a.fee, a.fee_waiver_reason AS "feeWaiverReason", a.by_glass AS "byGlass",
         a.hold_id AS "holdId", a.held_until AS "heldUntil", a.override,
         a.late_entry AS "lateEntry", a.family_confirmed_at AS "familyConfirmedAt",
         a.status_changed_at AS "statusChangedAt", a.created_at AS "createdAt", a.updated_at AS "updatedAt",
         a.version, a.modality, a.place_of_service AS "placeOfService", a.meeting_url AS "meetingUrl",
         json_build_object('id', p.id, 'name', p.name, 'meetingUrl', p.meeting_url) AS provider
  FROM appointments a JOIN providers p ON p.tenant_id = a.tenant_id AND p.id = a.provider_id
  WHERE a.tenant_id = $1 AND a.child_id IS NOT NULL`

const BY_ID = `${SELECT_APPOINTMENT} AND a.id = $2`
