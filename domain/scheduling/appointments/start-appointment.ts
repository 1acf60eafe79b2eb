import type { Context } from '#platform/core/context/context.ts'
import { openSession } from '#clinical/sessions/open-session.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Starts an appointment and opens its session. */
export const startAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'start',
    effects: (tx, after) => openSession(tx, after, { startedAt: tx.now }),
  })
