import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { CreateAppointment } from '#scheduling/appointments/schemas.ts'
import { defineAction, done } from '../action.ts'
import { guardianIds } from './guardian-ids.ts'

export const bookAppointment = defineAction({
  name: 'book_appointment',
  title: 'Book an appointment',
  description:
    'Books an appointment under the centre’s booking rules, which it cannot override, or books a hold.',
  parameters: CreateAppointment.omit({ override: true }),
  needs: ['appointments:write', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  recipients: guardianIds,
  perform: async (tx, parameters) => {
    const { id, status } = await createAppointment(tx, parameters)
    return done(`booked: ${status}`, { type: 'appointment', id })
  },
})
