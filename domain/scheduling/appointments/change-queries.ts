import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { include, toAppointmentChange } from './change-schemas.ts'
import { loadAppointment } from './queries.ts'

export const AppointmentChangeQuery = additionsQuery(
  'appointmentChange',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)
export type AppointmentChangeQuery = z.infer<typeof AppointmentChangeQuery>

/** The history of an appointment: actions, actors and reasons. */
export const listAppointmentChanges = recordQueries({
  permission: 'appointments:read',
  name: 'change',
  find: ({ db }, selection: Selection<Prisma.AppointmentChangeWhereInput>) =>
    db.appointmentChange.findMany({ ...selection, include }),
  show: each(toAppointmentChange),
}).listOf(loadAppointment, ({ id }: AppointmentChangeQuery & { id: string }) => ({
  appointmentId: id,
}))
