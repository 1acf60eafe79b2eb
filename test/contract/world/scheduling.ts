import { noShowAppointment } from '#scheduling/appointments/no-show-appointment.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { systemContext } from '#platform/core/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { carryOut } from '../../support/imports.ts'
import { People } from './people.ts'
import type { Json, Made } from './records.ts'

/** Appointments and what leads to them. */
export class Scheduling extends People {
  /** The members that a booking needs, of records that nothing else takes. */
  async booking(): Promise<Json> {
    return {
      childId: (await this.child()).id,
      providerId: (await this.provider()).id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    }
  }

  appointment = async () =>
    this.make('/v1/appointments', {
      ...(await this.booking()),
      serviceId: (await this.service()).id,
    })

  /** Of a service for several children at once. */
  async groupBooking(): Promise<Json> {
    const { childId: _, ...booking } = await this.booking()
    return {
      ...booking,
      type: 'GROUP_SESSION',
      serviceId: (await this.service({ capacity: 8 })).id,
    }
  }

  group = async () => this.make('/v1/group-appointments', await this.groupBooking())

  async fullGroup(): Promise<Made> {
    const { id: serviceId } = await this.service({ capacity: 2 })
    const group = await this.make('/v1/group-appointments', {
      ...(await this.groupBooking()),
      serviceId,
    })
    for (const child of [await this.child(), await this.child()])
      await this.make(`/v1/group-appointments/${group.id}/attendees`, { childId: child.id })
    return group
  }

  async groupWait(): Promise<Made> {
    const { id } = await this.fullGroup()
    const { id: childId } = await this.child()
    return this.make(`/v1/group-appointments/${id}/waitlist`, { childId })
  }

  /** Of a service that needs a confirmation. */
  pendingAppointment = async () =>
    this.make('/v1/appointments', {
      ...(await this.booking()),
      serviceId: (await this.service({ requiresConfirmation: true })).id,
    })

  /** The members that a series needs, of records that nothing else takes. */
  async seriesBooking(): Promise<Json> {
    const { startsAt: _, ...booking } = await this.booking()
    return {
      ...booking,
      startsOn: '2026-12-01',
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
    }
  }

  series = async () => this.make('/v1/series', await this.seriesBooking())

  /** Booked, its appointments waiting for the provider. */
  async pendingSeries(): Promise<Made> {
    const { id: serviceId } = await this.service({ requiresConfirmation: true })
    const made = await this.make('/v1/series', { ...(await this.seriesBooking()), serviceId })
    const { platform } = this.api.services
    const { tenantId } = this.client
    await carryOutSeries(systemContext(platform, { tenantId, action: 'carryOutSeries' }), made)
    return made
  }

  /** A file of one row. */
  async importFile(): Promise<Json> {
    const { childId, providerId, startsAt } = await this.booking()
    const row = [childId, providerId, startsAt].join(',')
    return { name: 'old.csv', format: 'CSV', content: `child,provider,start\n${row}\n` }
  }

  /** …which is checked. */
  async appointmentImport(): Promise<Made> {
    const made = await this.make('/v1/appointment-imports', await this.importFile())
    const { platform } = this.api.services
    const { tenantId } = this.client
    await carryOut(systemContext(platform, { tenantId, action: 'carryOutImport' }), made)
    return made
  }

  /** For a service of its own: it charges nobody else. */
  cancellationPolicy = async () =>
    this.make('/v1/cancellation-policies', {
      name: 'Long notice',
      serviceId: (await this.service()).id,
      windows: [{ notice: 'P90D', fee: { percent: 50 } }],
    })

  /** Cancelled late, by the client. */
  async appointmentWithFee(): Promise<Made> {
    const { serviceId } = await this.cancellationPolicy()
    const { id } = await this.make('/v1/appointments', { ...(await this.booking()), serviceId })
    return this.make(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
  }

  /** A no-show that the platform marked, whose fee somebody has to charge or waive. */
  async appointmentWithProposedFee(): Promise<Made> {
    const { id: serviceId } = await this.service({ noShowMode: 'MARK_AND_PROPOSE_FEE' })
    const policy = { name: 'No-shows', serviceId, windows: [], noShowFee: { percent: 100 } }
    await this.make('/v1/cancellation-policies', policy)
    const appointment = await this.make('/v1/appointments', {
      ...(await this.booking()),
      serviceId,
    })
    const { tenantId } = this.client
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'noShow' })
    await noShowAppointment(ctx, {
      id: appointment.id,
      absentParty: 'CLIENT',
      charging: 'PROPOSE',
    })
    return appointment
  }

  async appointmentThat(verb: string, body?: Json): Promise<Made> {
    const { id } = await this.appointment()
    return this.make(`/v1/appointments/${id}/${verb}`, body)
  }

  hold = async () => this.make('/v1/holds', await this.booking())

  /** The members that a waitlist entry needs, of a provider that nobody else waits for. */
  async waiting(): Promise<Json> {
    return {
      childId: (await this.child()).id,
      type: 'THERAPY_SESSION',
      serviceIds: [(await this.service()).id],
      providerIds: [(await this.provider()).id],
    }
  }

  waitlistEntry = async () => this.make('/v1/waitlist', await this.waiting())

  /** A slot was freed, and the workflow's first step done. */
  async waitlistOffer(): Promise<Made> {
    const wishes = (await this.waitlistEntry()) as Made & { providerIds: string[] }
    const booking = { ...(await this.booking()), providerId: wishes.providerIds[0] }
    const { id } = await this.make('/v1/appointments', booking)
    await this.make(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const { tenantId } = this.client
    const [slot] = await this.api.query<{ id: string }>(
      'SELECT id FROM freed_slots WHERE appointment_id = $1',
      [id],
    )
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'runStep' })
    const ref = { kind: 'waitlistOffer', subjectId: slot!.id } as const
    const { next } = await planSteps(ctx, ref)
    await runStep(ctx, { ...ref, step: next!.step, dueAt: new Date(next!.dueAt) })
    return this.first(`/v1/waitlist-offers?entryId=${wishes.id}`)
  }

  async scheduleOf(): Promise<Json> {
    return {
      providerId: (await this.provider()).id,
      locationId: (await this.location()).id,
      windows: [{ weekday: 'MONDAY', from: '09:00', until: '17:30' }],
    }
  }

  schedule = async () => this.make('/v1/schedules', await this.scheduleOf())

  scheduleException = async () =>
    this.make('/v1/schedule-exceptions', {
      providerId: (await this.provider()).id,
      kind: 'CLOSED',
      date: '2026-12-24',
    })

  async absence(): Promise<Json> {
    return {
      providerId: (await this.provider()).id,
      startsAt: '2026-12-21T08:00:00+01:00',
      endsAt: '2026-12-24T18:00:00+01:00',
    }
  }

  timeOff = async (more: Json = {}) =>
    this.make('/v1/time-off', { ...(await this.absence()), ...more })

  /** Of a location of its own: a closure of the whole centre would close it for the other tests. */
  closure = async () =>
    this.make('/v1/closures', {
      locationId: (await this.location()).id,
      name: 'Christmas',
      firstDate: '2026-12-24',
    })
  /** For a service of its own: it reminds nobody else. */
  reminderPolicy = async () =>
    this.make('/v1/reminder-policies', { serviceId: (await this.service()).id, language: 'de' })

  calendarFeed = async () =>
    this.make('/v1/calendar-feeds', { subjectId: (await this.provider()).id })
}
