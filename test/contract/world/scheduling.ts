import { notShowing } from '#scheduling/appointments/mark-appointment-no-show.ts'
import { moveAppointment } from '#scheduling/appointments/move-appointment.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { carryOut } from '../../support/imports.ts'
import { parseHere } from '../../support/parse-here.ts'
import type { Json, Made, Records } from './records.ts'
import type { People } from './people.ts'

/** Appointments and what leads to them. */
export const createScheduling = (
  { make, first, api, client }: Records,
  { location, service, provider, child }: People,
) => {
  /** The members of a booking, with records nothing else uses. */
  const booking = async (): Promise<Json> => {
    return {
      childId: (await child()).id,
      providerId: (await provider()).id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    }
  }

  const appointment = async () =>
    make('/v1/appointments', {
      ...(await booking()),
      serviceId: (await service()).id,
    })

  /** Of a child with an appointment ahead and a place on the waitlist, which have not ended yet. */
  const discharge = async (): Promise<Made> => {
    const { childId } = await appointment()
    await make('/v1/waitlist-entries', { ...(await waiting()), childId })
    return make(`/v1/children/${String(childId)}/discharge`, {
      reason: 'MOVED_AWAY',
      note: 'The parents work elsewhere now.',
    })
  }

  /** For a service for several children. */
  const groupBooking = async (): Promise<Json> => {
    const { childId: _, type: __, ...rest } = await booking()
    return {
      ...rest,
      serviceId: (await service({ capacity: 8 })).id,
    }
  }

  const group = async () => make('/v1/group-appointments', await groupBooking())

  const fullGroup = async (): Promise<Made> => {
    const { id: serviceId } = await service({ capacity: 2 })
    const made = await make('/v1/group-appointments', {
      ...(await groupBooking()),
      serviceId,
    })
    for (const { id: childId } of [await child(), await child()])
      await make(`/v1/group-appointments/${made.id}/attendees`, { childId })
    return made
  }

  const groupWaitlistEntry = async (): Promise<Made> => {
    const { id } = await fullGroup()
    const { id: childId } = await child()
    return make(`/v1/group-appointments/${id}/waitlist-entries`, { childId })
  }

  /** For a service with confirmation. */
  const pendingAppointment = async () =>
    make('/v1/appointments', {
      ...(await booking()),
      serviceId: (await service({ requiresConfirmation: true })).id,
    })

  /** The members of a series, with records nothing else uses. */
  const seriesBooking = async (): Promise<Json> => {
    const { startsAt: _, ...rest } = await booking()
    return {
      ...rest,
      startsOn: '2026-12-01',
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
    }
  }

  const series = async () => make('/v1/series', await seriesBooking())

  const groupSeries = async (): Promise<Made> => {
    const { startsAt: _, ...rest } = await groupBooking()
    const { startsOn, startTime, rule } = await seriesBooking()
    return make('/v1/series', { ...rest, kind: 'GROUP', startsOn, startTime, rule })
  }

  /** Booked, with appointments awaiting confirmation. */
  const pendingSeries = async (): Promise<Made> => {
    const { id: serviceId } = await service({ requiresConfirmation: true })
    const made = await make('/v1/series', { ...(await seriesBooking()), serviceId })
    const { platform } = api.services
    const { tenantId } = client
    await carryOutSeries(systemContext(platform, { tenantId, action: 'carryOutSeries' }), made)
    return made
  }

  /** A file with one row. */
  const importFile = async (): Promise<Json> => {
    const { childId, providerId, startsAt } = await booking()
    const row = [childId, providerId, startsAt].join(',')
    return { name: 'old.csv', format: 'CSV', content: `child,provider,start\n${row}\n` }
  }

  /** …that was checked. */
  const appointmentImport = async (): Promise<Made> => {
    const made = await make('/v1/appointment-imports', await importFile())
    const { platform } = api.services
    const { tenantId } = client
    await carryOut(systemContext(platform, { tenantId, action: 'carryOutImport' }), made, parseHere)
    return made
  }

  /** For its own service, so it charges nobody else. */
  const cancellationPolicy = async () =>
    make('/v1/cancellation-policies', {
      name: 'Long notice',
      serviceId: (await service()).id,
      windows: [{ notice: 'P90D', fee: { percent: 50 } }],
    })

  /** Cancelled late by the client. */
  const appointmentWithFee = async (): Promise<Made> => {
    const { serviceId } = await cancellationPolicy()
    const { id } = await make('/v1/appointments', { ...(await booking()), serviceId })
    return make(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
  }

  /** An automatic no-show with a proposed fee. */
  const appointmentWithProposedFee = async (): Promise<Made> => {
    const { id: serviceId } = await service({ noShowMode: 'MARK_AND_PROPOSE_FEE' })
    const policy = { name: 'No-shows', serviceId, windows: [], noShowFee: { percent: 100 } }
    await make('/v1/cancellation-policies', policy)
    const made = await make('/v1/appointments', {
      ...(await booking()),
      serviceId,
    })
    const { tenantId } = client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'noShow' })
    await moveAppointment(
      ctx,
      { id: made.id },
      notShowing({ absentParty: 'CLIENT', charging: 'PROPOSE' }),
    )
    return made
  }

  const appointmentThat = async (verb: string, body?: Json): Promise<Made> => {
    const { id } = await appointment()
    return make(`/v1/appointments/${id}/${verb}`, body)
  }

  const hold = async () => make('/v1/holds', await booking())

  /** The members of a waitlist entry, for a provider without other entries. */
  const waiting = async (): Promise<Json> => {
    return {
      childId: (await child()).id,
      serviceIds: [(await service()).id],
      providerIds: [(await provider()).id],
    }
  }

  const waitlistEntry = async () => make('/v1/waitlist-entries', await waiting())

  /** After a slot was freed and the first step of the workflow. */
  const waitlistOffer = async (): Promise<Made> => {
    const wishes = (await waitlistEntry()) as Made & { providerIds: string[] }
    const wanted = { ...(await booking()), providerId: wishes.providerIds[0] }
    const { id } = await make('/v1/appointments', wanted)
    await make(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const { tenantId } = client
    const [slot] = await api.query<{ id: string }>(
      'SELECT id FROM freed_slots WHERE appointment_id = $1',
      [id],
    )
    const ctx = systemContext(api.services.platform, { tenantId, action: 'runStep' })
    const ref = { kind: 'waitlistOffer', subjectId: slot!.id } as const
    const { next } = await planSteps(ctx, ref)
    await runStep(ctx, { ...ref, step: next!.step, dueAt: new Date(next!.dueAt) })
    return first(`/v1/waitlist-offers?entryId=${wishes.id}`)
  }

  const scheduleOf = async (): Promise<Json> => {
    return {
      providerId: (await provider()).id,
      locationId: (await location()).id,
      windows: [{ weekday: 'MONDAY', startTime: '09:00', endTime: '17:30' }],
    }
  }

  const schedule = async () => make('/v1/schedules', await scheduleOf())

  const scheduleException = async () =>
    make('/v1/schedule-exceptions', {
      providerId: (await provider()).id,
      kind: 'CLOSED',
      occursOn: '2026-12-24',
    })

  const absence = async (): Promise<Json> => {
    return {
      providerId: (await provider()).id,
      startsAt: '2026-12-21T08:00:00+01:00',
      endsAt: '2026-12-24T18:00:00+01:00',
    }
  }

  const timeOff = async (more: Json = {}) => make('/v1/time-off', { ...(await absence()), ...more })

  /** For its own service, so it reminds nobody else. */
  const reminderPolicy = async () =>
    make('/v1/reminder-policies', { serviceId: (await service()).id, language: 'de' })

  const calendarFeed = async () => make('/v1/calendar-feeds', { subjectId: (await provider()).id })

  return {
    booking,
    appointment,
    discharge,
    groupBooking,
    group,
    fullGroup,
    groupWaitlistEntry,
    pendingAppointment,
    seriesBooking,
    series,
    groupSeries,
    pendingSeries,
    importFile,
    appointmentImport,
    cancellationPolicy,
    appointmentWithFee,
    appointmentWithProposedFee,
    appointmentThat,
    hold,
    waiting,
    waitlistEntry,
    waitlistOffer,
    scheduleOf,
    schedule,
    scheduleException,
    absence,
    timeOff,
    reminderPolicy,
    calendarFeed,
  }
}

export type Scheduling = ReturnType<typeof createScheduling>
