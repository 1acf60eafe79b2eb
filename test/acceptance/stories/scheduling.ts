import {
  aFamily,
  anAppointment,
  aPractice,
  day,
  linkIn,
  pay,
  untilListed,
  untilRecord,
} from '../support/records.ts'
import type { Answer } from '../support/centre.ts'
import { aPerson } from '../support/person.ts'
import type { Story } from '../support/story.ts'

/** A late cancellation costs half of the price. */
const policyAt = ({ locationId }: { locationId: string }) => ({
  name: 'Thirty days',
  locationId,
  windows: [{ notice: 'P30D', fee: { percent: 50 } }],
})

export const schedulingStories = (story: Story): void => {
  story(
    'a booking is confirmed, announced by webhook and e-mail, and gets reminders',
    async (scene) => {
      const { site, centre, expect } = scene
      await centre.patch('/v1/message-settings', { invitations: true })
      const told = await site.receiver.subscribe(centre, ['booking.created'])
      const [family, practice] = [await aFamily(centre), await aPractice(centre)]
      const booked = await anAppointment(centre, { ...family, ...practice })
      expect(booked).toMatchObject({ status: 'CONFIRMED', amount: 8500, currency: 'USD' })
      const data = await told.arrived('booking.created')
      expect(data).toMatchObject({ bookingId: booked['id'], amount: 8500 })
      const mail = await site.mailTo(family.email)
      expect(mail.attachments.map(({ filename }) => filename).join()).toContain('.ics')
      const { steps } = await untilListed(centre, `/v1/follow-ups?subjectId=${booked['id']}`)
      expect(JSON.stringify(steps)).toContain('reminder-48h')
    },
  )

  story('a family gets the link to a video visit', async ({ site, centre, expect }) => {
    await centre.patch('/v1/message-settings', { invitations: true })
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const meetingUrl = 'https://video.example.com/visit-1'
    const booked = await centre.post('/v1/appointments', {
      childId: family.childId,
      providerId: practice.providerId,
      serviceId: practice.serviceId,
      startsAt: `${day(20)}T15:00:00Z`,
      modality: 'TELEHEALTH',
      placeOfService: 'TELEHEALTH_HOME',
      meetingUrl,
    })
    expect(booked).toMatchObject({ modality: 'TELEHEALTH', meetingUrl })
    const mail = await site.mailTo(family.email)
    expect(mail.text).toContain(`By video: ${meetingUrl}`)
    expect(mail.text).not.toContain('Where:')
  })

  story('the same request sent twice books once', async ({ site, centre, expect }) => {
    const [{ childId }, practice] = [await aFamily(centre), await aPractice(centre)]
    const { providerId, serviceId } = practice
    const startsAt = `${day(9)}T15:00:00Z`
    await anAppointment(centre, { childId, ...practice }, 9)
    const again = { childId, providerId, serviceId, startsAt }
    const { status, body } = await centre.send('POST', '/v1/appointments', again)
    expect([status, body['code']]).toEqual([409, 'slot_taken'])
    expect(body['alternatives'].length).toBeGreaterThan(0)
    expect((await centre.get('/v1/appointments'))['data']).toHaveLength(1)
    expect((await fetch(`${site.api}/readyz`)).status).toBe(200)
  })

  story('of ten families who want one hour, one books it', async ({ centre, expect }) => {
    const { providerId, serviceId } = await aPractice(centre)
    const families = await Promise.all(Array.from({ length: 10 }, () => aFamily(centre)))
    const hour = { providerId, serviceId, startsAt: `${day(9)}T15:00:00Z` }
    const answers = await Promise.all(
      families.map(({ childId }) => centre.send('POST', '/v1/appointments', { ...hour, childId })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body['code'])).toEqual(Array(9).fill('slot_taken'))
    for (const { body } of refused) expect(body['alternatives'].length).toBeGreaterThan(0)
    expect((await centre.get('/v1/appointments'))['data']).toHaveLength(1)
  })

  story(
    'an appointment is previewed and rescheduled, and keeps its id',
    async ({ centre, expect }) => {
      const booked = await anAppointment(centre, {
        ...(await aFamily(centre)),
        ...(await aPractice(centre)),
      })
      const path = `/v1/appointments/${booked['id']}/reschedule`
      const to = { startsAt: `${day(21)}T16:00:00Z` }
      expect((await centre.post(`${path}?dryRun=true`, to))['dryRun']).toBe(true)
      expect(await centre.post(path, to)).toMatchObject({ id: booked['id'], status: 'CONFIRMED' })
      const { data } = await centre.get(`/v1/appointments/${booked['id']}/changes`)
      expect(JSON.stringify(data)).toContain(day(21))
    },
  )

  story(
    'a family that was reminded is told of the move, and by whom the visit is cancelled',
    async ({ site, centre, expect }) => {
      const [family, practice] = [await aFamily(centre), await aPractice(centre)]
      const { id } = await anAppointment(centre, { ...family, ...practice })
      const followUp = await untilListed(centre, `/v1/follow-ups?subjectId=${id}`)
      const steps = `/v1/follow-ups/${followUp['id']}/steps`
      await centre.post(`${steps}/reminder-48h/run-now`)
      const reminder = await site.mailTo(family.email, 'reminder')
      expect(reminder.text).toContain('Eastern')

      const to = { startsAt: `${day(20)}T17:00:00Z` }
      const look = await centre.post(`/v1/appointments/${id}/reschedule?dryRun=true`, to)
      expect(look['messages']).toMatchObject([
        { kind: 'APPOINTMENT_MOVED', text: 'Mara Weiss is told by e-mail' },
      ])
      await centre.post(`/v1/appointments/${id}/reschedule`, to)
      // The notice is held for a while, in case the move was a mistake.
      await untilRecord(centre, `/v1/follow-ups/${followUp['id']}`, (it) =>
        JSON.stringify(it).includes('"invitation"'),
      )
      await centre.post(`${steps}/invitation/run-now`)
      await site.mailTo(family.email, 'Moved')

      const cancel = { initiator: 'PROVIDER', reason: 'The therapist is ill' }
      await centre.post(`/v1/appointments/${id}/cancel`, cancel)
      const cancelled = await site.mailTo(family.email, 'Cancelled')
      expect(cancelled.text).toContain('The therapist cancelled it.')
      const { messages } = await untilRecord(
        centre,
        `/v1/appointments/${id}/messages`,
        (it) => it['messages'].filter(({ outlook }: Answer) => outlook === 'SENT').length === 3,
      )
      const sent = messages.filter(({ outlook }: Answer) => outlook === 'SENT')
      expect(sent.map(({ kind }: Answer) => kind)).toEqual([
        'APPOINTMENT_REMINDER',
        'APPOINTMENT_MOVED',
        'APPOINTMENT_CANCELLED',
      ])
    },
  )

  story(
    'a fee, its waiver and a payment are told to the family',
    async ({ site, centre, expect }) => {
      await centre.patch('/v1/message-settings', { holdMinutes: 0 })
      const [family, practice] = [await aFamily(centre), await aPractice(centre)]
      await centre.post('/v1/cancellation-policies', policyAt(practice))
      const { id } = await anAppointment(centre, { ...family, ...practice })
      const cancel = { initiator: 'CLIENT', reason: 'The child is ill' }
      await centre.post(`/v1/appointments/${id}/cancel`, cancel)
      expect((await site.mailTo(family.email, 'A fee')).text).toContain('42.50 USD')
      await untilRecord(centre, `/v1/appointments/${id}/messages`, ({ messages }) =>
        messages.some(({ kind, outlook }: Answer) => kind === 'FEE_CHARGED' && outlook === 'SENT'),
      )
      await centre.post(`/v1/appointments/${id}/waive-fee`, { reason: 'In hospital' })
      expect((await site.mailTo(family.email, 'No fee')).text).toContain('waived')
      const visit = await anAppointment(centre, { ...family, ...practice }, 21)
      const order = await centre.post('/v1/orders', { appointmentId: visit['id'] })
      await pay(centre, String(order['id']))
      expect((await site.mailTo(family.email, 'payment')).text).toContain('85.00 USD')
    },
  )

  story('a late cancellation costs the fee of the policy', async ({ site, centre, expect }) => {
    const told = await site.receiver.subscribe(centre, ['booking.cancelled'])
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    await centre.post('/v1/cancellation-policies', policyAt(practice))
    const { id } = await anAppointment(centre, { ...family, ...practice })
    const cancel = { initiator: 'CLIENT', reason: 'The child is ill' }
    const look = await centre.post(`/v1/appointments/${id}/cancel?dryRun=true`, cancel)
    expect(look).toMatchObject({ dryRun: true, fee: { decision: 'CHARGED', amount: 4250 } })
    const done = await centre.post(`/v1/appointments/${id}/cancel`, cancel)
    expect(done).toMatchObject({ status: 'CANCELLED', fee: { amount: 4250 } })
    expect(await told.arrived('booking.cancelled')).toMatchObject({ bookingId: id })
    expect((await centre.get('/v1/orders'))['data']).toMatchObject([{ amount: 4250 }])
  })

  story('a fee is cancelled only by those who may waive fees', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    await centre.post('/v1/cancellation-policies', policyAt(practice))
    const { id } = await anAppointment(centre, { ...family, ...practice })
    const cancel = { initiator: 'CLIENT', reason: 'The child is ill' }
    const { fee } = await centre.post(`/v1/appointments/${id}/cancel`, cancel)
    const order = `/v1/orders/${fee.orderId}/cancel`
    const till = await centre.key({ name: 'Till', scopes: ['payments'] })
    expect(await till.refused('POST', order)).toBe('403 insufficient_scope')
    expect(await centre.post(order)).toMatchObject({ status: 'CANCELLED' })
  })

  story('a cancellation says which reminders it stops', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await anAppointment(centre, { ...family, ...practice })
    const cancel = { initiator: 'CLIENT', reason: 'The child is ill' }
    const path = `/v1/appointments/${id}/cancel`
    const namesIn = (steps: { step: string }[]) => steps.map(({ step }) => step)
    for (const query of ['?dryRun=true', '']) {
      const { followUpsStopped, followUpsPlanned } = await centre.post(`${path}${query}`, cancel)
      expect(namesIn(followUpsStopped)).toContain('reminder-48h')
      expect(namesIn(followUpsPlanned)).not.toContain('reminder-48h')
    }
  })

  story('a family answers a reminder: it comes, or cancels for the fee shown', async (scene) => {
    const { site, centre, expect } = scene
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    await centre.post('/v1/cancellation-policies', policyAt(practice))
    const { id } = await anAppointment(centre, { ...family, ...practice })
    const { id: followUpId } = await untilListed(centre, `/v1/follow-ups?subjectId=${id}`)
    await centre.post(`/v1/follow-ups/${followUpId}/steps/reminder-48h/run-now`)
    const link = linkIn(await site.mailTo(family.email, 'Reminder'))
    const answer = (given: object) =>
      fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      })
    const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain('42.50 USD')
    const path = `/v1/appointments/${id}`
    expect(await centre.get(path)).toMatchObject({ status: 'CONFIRMED', familyConfirmedAt: null })
    expect((await answer({ answer: 'come' })).status).toBe(200)
    expect((await centre.get(path))['familyConfirmedAt']).not.toBeNull()
    expect((await answer({ answer: 'cancel' })).status).toBe(400)
    expect((await answer({ answer: 'cancel', fee: '42.50 USD' })).status).toBe(200)
    expect(await centre.get(path)).toMatchObject({ status: 'CANCELLED', fee: { amount: 4250 } })
  })

  story('a child with a visit ahead is archived only after the visit has ended', async (scene) => {
    const { centre, expect } = scene
    const [{ childId }, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await anAppointment(centre, { childId, ...practice })
    const archive = () => centre.send('POST', `/v1/children/${childId}/archive`, {})
    const { status, body } = await archive()
    expect([status, body['code']]).toEqual([409, 'record_in_use'])
    expect(body['uses']).toEqual([{ type: 'appointment', count: 1 }])
    await centre.post(`/v1/appointments/${id}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Moves away',
    })
    expect((await archive()).status).toBe(200)
    const { providerId, serviceId } = practice
    const again = { childId, providerId, serviceId, startsAt: `${day(9)}T15:00:00Z` }
    const { body: refused } = await centre.send('POST', '/v1/appointments', again)
    expect(refused['detail']).toContain(`POST /v1/children/${childId}/restore`)
    await centre.post(`/v1/children/${childId}/restore`)
    await centre.post('/v1/appointments', again)
  })

  story(
    'a child is discharged with everything ahead, as shown before, and comes back',
    async (scene) => {
      const { site, centre, expect } = scene
      await centre.patch('/v1/message-settings', { invitations: true })
      const [family, practice] = [await aFamily(centre), await aPractice(centre)]
      const { childId } = family
      const { providerId, serviceId } = practice
      const paid = await anAppointment(centre, { childId, ...practice })
      const { id: orderId } = await centre.post('/v1/orders', { appointmentId: paid['id'] })
      await pay(centre, String(orderId))
      await site.mailTo(family.email)
      await centre.post('/v1/waitlist-entries', { childId, serviceIds: [serviceId] })
      await centre.post('/v1/treatment-cycles', {
        childId,
        payer: 'Aetna',
        measure: 'SESSIONS',
        authorized: 12,
        startsOn: day(-10),
        endsOn: day(60),
      })
      const path = `/v1/children/${childId}/discharge`
      const reason = { reason: 'MOVED_AWAY', note: 'They move to Boston.' }
      const shown = await centre.post(`${path}?dryRun=true`, reason)
      const ends = (items: Answer[]) => items.map(({ kind, result }) => [kind, result])
      expect(ends(shown['items'])).toEqual([
        ['WAITLIST_ENTRY', 'ENDED'],
        ['APPOINTMENT', 'ENDED'],
        ['TREATMENT_CYCLE', 'ENDED'],
      ])
      expect(shown['items'][1].consequences).toMatchObject([
        { step: 'REFUND', amount: 8500 },
        { step: 'NOTICE' },
      ])
      expect(shown['items'][2].left).toMatchObject({ unit: 'SESSIONS', amount: 12 })
      expect(JSON.stringify(shown['followUpsStopped'])).toContain('reminder-48h')
      expect(await centre.get(`/v1/appointments/${paid['id']}`)).toMatchObject({
        status: 'CONFIRMED',
      })

      const made = await centre.post(path, reason)
      const ended = await untilRecord(
        centre,
        `/v1/discharges/${made['id']}`,
        ({ status }) => status === 'ENDED',
      )
      expect(ended['progress']).toMatchObject({ total: 3, ended: 3, refused: 0 })
      const { data: items } = await centre.get(`/v1/discharges/${made['id']}/items`)
      expect(ends(items)).toEqual(ends(shown['items']))
      expect(await centre.get(`/v1/appointments/${paid['id']}`)).toMatchObject({
        status: 'CANCELLED',
      })
      const again = { childId, providerId, serviceId, startsAt: `${day(9)}T15:00:00Z` }
      const { body: refused } = await centre.send('POST', '/v1/appointments', again)
      expect(refused['code']).toBe('child_discharged')
      const tasks = await centre.get(`/v1/tasks?childId=${childId}`)
      expect(tasks['data']).toMatchObject([{ title: 'Write the discharge summary' }])

      const back = await centre.post(`/v1/children/${childId}/readmit`, {
        reason: 'They stay after all',
      })
      expect(back).toMatchObject({ status: 'READMITTED' })
      expect(await centre.post('/v1/appointments', again)).toMatchObject({ status: 'CONFIRMED' })
    },
  )

  story('a check-in is undone with a reason', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await anAppointment(centre, { ...family, ...practice })
    await centre.post(`/v1/appointments/${id}/check-in`)
    const reason = 'They were in the other room'
    const undone = await centre.post(`/v1/appointments/${id}/undo`, { reason })
    expect(undone).toMatchObject({ status: 'CONFIRMED' })
    const { data } = await centre.get(`/v1/appointments/${id}/changes`)
    expect(JSON.stringify(data)).toContain(reason)
  })

  story('a hold reserves a time for one family', async ({ centre, expect }) => {
    const [first, second] = [await aFamily(centre), await aFamily(centre)]
    const { providerId, serviceId } = await aPractice(centre)
    const slot = { providerId, serviceId, startsAt: `${day(12)}T15:00:00Z` }
    const hold = { ...slot, childId: first.childId }
    const { id: holdId } = await centre.post('/v1/holds', { ...hold, minutes: 10 })
    const other = { ...slot, childId: second.childId }
    expect(await centre.refused('POST', '/v1/appointments', other)).toBe('409 slot_taken')
    const booked = await centre.post('/v1/appointments', { ...hold, holdId })
    expect(booked).toMatchObject({ status: 'CONFIRMED' })
  })

  story('availability lists free hours and explains why others are blocked', async (scene) => {
    const { centre, expect } = scene
    const { providerId, locationId, serviceId } = await aPractice(centre)
    await centre.post('/v1/schedules', {
      providerId,
      locationId,
      windows: [{ weekday: 'MONDAY', startTime: '09:00', endTime: '12:00' }],
    })
    const asked = `/v1/availability?serviceIds=${serviceId}&providerIds=${providerId}`
    const from = encodeURIComponent('startsAt[gte]')
    const until = encodeURIComponent('startsAt[lt]')
    const { data } = await centre.get(
      `${asked}&${from}=${day(7)}T00:00:00Z&${until}=${day(14)}T00:00:00Z`,
    )
    const [start] = data[0].starts as string[]
    expect(start).toContain('T09:00')
    const at = encodeURIComponent(start!.replace('T09:', 'T15:'))
    const { explanations } = await centre.get(`${asked}&explain=true&startsAt=${at}`)
    expect(explanations[0]).toMatchObject({ free: false, blocks: [{ code: 'outside_hours' }] })
  })

  story('figures convert local hours with the newest time zone data', async (scene) => {
    const { centre, expect } = scene
    // Alberta stays at -06 from 2026-11-01 on; older time zone data do not know that.
    const place = { name: 'Edmonton', timeZone: 'America/Edmonton' }
    const { id: locationId } = await centre.post('/v1/locations', place)
    const { id: providerId } = await centre.post('/v1/providers', {
      name: 'Ana Ruiz',
      locationIds: [locationId],
    })
    const windows = [{ weekday: 'WEDNESDAY', startTime: '09:00', endTime: '12:00' }]
    await centre.post('/v1/schedules', { providerId, locationId, windows })
    const wednesday = 'startsOn=2035-01-17&endsOn=2035-01-17'
    const records = `/v1/analytics/records?metric=UTILIZATION&part=DENOMINATOR&${wednesday}`
    expect((await centre.get(records))['data']).toMatchObject([{ amount: 180 }])
    const [startsAt, endsAt] = ['2035-01-17T09:00:00-06:00', '2035-01-17T12:00:00-06:00']
    await centre.post('/v1/time-off', { providerId, startsAt, endsAt })
    expect((await centre.get(records))['data']).toEqual([])
  })

  story('a location in the wrong time zone is corrected, with its visits ahead', async (scene) => {
    const { centre, expect } = scene
    const { id: locationId } = await centre.post('/v1/locations', { name: 'Riga', timeZone: 'UTC' })
    const { id: providerId } = await centre.post('/v1/providers', {
      name: 'Ilze Ozola',
      locationIds: [locationId],
    })
    const [{ childId }, { serviceId }] = [await aFamily(centre), await aPractice(centre)]
    const at = { childId, providerId, locationId, serviceId, startsAt: `${day(10)}T09:00:00Z` }
    const { id } = await centre.post('/v1/appointments', at)
    const path = `/v1/locations/${locationId}/correct-time-zone`
    const wanted = { timeZone: 'Europe/Riga', appointments: 'KEEP_LOCAL_TIMES' }
    const shown = await centre.post(`${path}?dryRun=true`, wanted)
    expect(shown['appointments']).toMatchObject([
      { appointmentId: id, startsAt: expect.stringMatching(/T09:00:00\+0[23]:00$/) },
    ])
    expect(await centre.post(path, wanted)).toEqual({ ...shown, dryRun: false })
    const { startsAt } = await centre.get(`/v1/appointments/${id}`)
    expect(startsAt).toMatch(/T09:00:00\+0[23]:00$/)
  })

  story('a freed slot is offered to a waiting family by a link in an e-mail', async (scene) => {
    const { site, centre, expect } = scene
    const [first, waiting] = [await aFamily(centre), await aFamily(centre)]
    const practice = await aPractice(centre)
    const { id } = await anAppointment(centre, { ...first, ...practice })
    const { id: entryId } = await centre.post('/v1/waitlist-entries', {
      childId: waiting.childId,
      serviceIds: [practice.serviceId],
      locationIds: [practice.locationId],
    })
    await centre.post(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Ill' })
    const offer = await untilListed(centre, `/v1/waitlist-offers?entryId=${entryId}`)
    expect(offer).toMatchObject({ status: 'OFFERED', holdId: expect.stringMatching(/^hld_/) })
    expect(linkIn(await site.mailTo(waiting.email))).toContain(site.api)
    await centre.post(`/v1/waitlist-offers/${offer['id']}/accept`)
    expect(await centre.get(`/v1/waitlist-entries/${entryId}`)).toMatchObject({ status: 'BOOKED' })
  })

  story('a series keeps its local hour and is cancelled as a whole', async ({ centre, expect }) => {
    const [{ childId }, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await centre.post('/v1/series', {
      childId,
      ...practice,
      startsOn: day(10),
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;INTERVAL=4;COUNT=6',
    })
    const ready = () => untilRecord(centre, `/v1/series/${id}`, ({ status }) => status === 'READY')
    expect(await ready()).toMatchObject({ progress: { total: 6, booked: 6, conflicts: 0 } })
    const { data } = await centre.get(`/v1/series/${id}/occurrences?limit=100`)
    for (const { startsAt } of data) expect(startsAt).toMatch(/T10:00:00-0[45]:00/)
    await centre.post(`/v1/series/${id}/cancel`, {
      scope: 'ALL',
      initiator: 'CLIENT',
      reason: 'The family moves away',
    })
    expect(await ready()).toMatchObject({ progress: { booked: 0, cancelled: 6 } })
  })

  story('children share a group until it is full', async ({ centre, expect }) => {
    const [first, second, third] = [
      await aFamily(centre),
      await aFamily(centre),
      await aFamily(centre),
    ]
    const { providerId } = await aPractice(centre)
    const { id: serviceId } = await centre.post('/v1/services', {
      code: 'GROUP_SESSION',
      name: 'Group',
      durationMinutes: 60,
      amount: 4000,
      capacity: 2,
    })
    const startsAt = `${day(15)}T15:00:00Z`
    const { id } = await centre.post('/v1/group-appointments', { providerId, serviceId, startsAt })
    const attendees = `/v1/group-appointments/${id}/attendees`
    await centre.post(attendees, { childId: first.childId })
    await centre.post(attendees, { childId: second.childId })
    expect(await centre.refused('POST', attendees, { childId: third.childId })).toBe(
      '409 group_full',
    )
    expect(await centre.get(`/v1/group-appointments/${id}`)).toMatchObject({ placesTaken: 2 })
  })

  story('a therapist changes only their own groups, and joins all', async (scene) => {
    const { site, centre, expect } = scene
    const { childId } = await aFamily(centre)
    const { providerId, locationId } = await aPractice(centre)
    const { id: colleague } = await centre.post('/v1/providers', {
      name: 'Ben Fink',
      locationIds: [locationId],
    })
    const service = { code: 'GROUP_SESSION', name: 'Group', durationMinutes: 60, amount: 4000 }
    const { id: serviceId } = await centre.post('/v1/services', { ...service, capacity: 2 })
    const group = { providerId: colleague, serviceId, startsAt: `${day(15)}T15:00:00Z` }
    const { id } = await centre.post('/v1/group-appointments', group)
    const path = `/v1/group-appointments/${id}`
    await centre.post(`${path}/attendees`, { childId })
    const therapist = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
    const take = { startsAt: group.startsAt, providerId }
    const taken = await therapist.send('POST', `${path}/reschedule`, take)
    expect([taken.status, taken.body['code']]).toEqual([403, 'insufficient_scope'])
    expect((await therapist.send('GET', `/v1/children/${childId}`)).status).toBe(404)
    const { childId: own } = await aFamily(centre, { primaryProviderId: providerId })
    await therapist.post(`${path}/attendees`, { childId: own })
    expect(await centre.get(path)).toMatchObject({ placesTaken: 2 })
  })

  story(
    'appointments of another system are imported from CSV, and the import is reverted',
    async (scene) => {
      const { centre, expect } = scene
      await aFamily(centre, { firstName: 'Finn', lastName: 'Mertens' })
      const { providerId, serviceId } = await aPractice(centre)
      const content = [
        'external_id,Patient,start,duration',
        `1,Finn Mertens,${day(20)} 09:00,45`,
        `2,Finn Mertens,${day(20)} 09:30,45`,
        `3,Nobody Known,${day(21)} 09:00,45`,
      ].join('\n')
      const { id } = await centre.post('/v1/appointment-imports', {
        name: 'old-system.csv',
        format: 'CSV',
        content,
        columns: { Patient: 'child' },
        timeZone: 'America/New_York',
        defaults: { providerId, serviceId },
      })
      const path = `/v1/appointment-imports/${id}`
      const is = (wanted: string) => untilRecord(centre, path, ({ status }) => status === wanted)
      await is('CHECKED')
      const { data } = await centre.get(`${path}/rows`)
      expect(data.map((it: { result: string }) => it.result)).toEqual([
        'WOULD_CREATE',
        'CONFLICT',
        'INVALID',
      ])
      await centre.post(`${path}/run`)
      expect(await is('DONE')).toMatchObject({ progress: { created: 1 } })
      await centre.post(`${path}/undo`, { reason: 'Wrong time zone' })
      await is('UNDONE')
    },
  )

  story('appointments are imported from iCalendar', async ({ centre, expect }) => {
    await aFamily(centre, { firstName: 'Finn', lastName: 'Mertens' })
    const { providerId, serviceId } = await aPractice(centre)
    const stamp = `${day(20).replaceAll('-', '')}T090000`
    const content = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Old system//EN',
      'BEGIN:VEVENT',
      'UID:1@old-system',
      `DTSTAMP:${stamp}Z`,
      `DTSTART;TZID=America/New_York:${stamp}`,
      'DURATION:PT45M',
      'SUMMARY:Finn Mertens',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const { id } = await centre.post('/v1/appointment-imports', {
      name: 'calendar.ics',
      format: 'ICS',
      content,
      defaults: { providerId, serviceId },
    })
    const path = `/v1/appointment-imports/${id}`
    await untilRecord(centre, path, ({ status }) => status === 'CHECKED')
    const { data } = await centre.get(`${path}/rows`)
    expect(data).toMatchObject([{ result: 'WOULD_CREATE', startsAt: `${day(20)}T14:00:00.000Z` }])
  })

  story('a closure of the centre prevents every booking', async ({ centre, expect }) => {
    const [{ childId }, practice] = [await aFamily(centre), await aPractice(centre)]
    const { locationId, providerId, serviceId } = practice
    await centre.post('/v1/closures', {
      locationId,
      name: 'Renovation',
      startsOn: day(10),
      endsOn: day(12),
    })
    const startsAt = `${day(11)}T15:00:00Z`
    const booking = { childId, providerId, serviceId, startsAt }
    expect(await centre.refused('POST', '/v1/appointments', booking)).toMatch(/^409 /)
  })

  story('a calendar feed shows a provider their appointments without a token', async (scene) => {
    const { site, centre, expect } = scene
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    await anAppointment(centre, { ...family, ...practice })
    const { url } = await centre.post('/v1/calendar-feeds', { subjectId: practice.providerId })
    expect(String(url)).toContain(site.api)
    const feed = await (await fetch(String(url))).text()
    expect(feed).toContain('BEGIN:VEVENT')
  })

  story('a visit is checked in, completed and invoiced', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await anAppointment(centre, { ...family, ...practice })
    for (const step of ['check-in', 'start', 'complete'])
      await centre.post(`/v1/appointments/${id}/${step}`)
    const late = { initiator: 'CLIENT', reason: 'Too late' }
    const cancelled = await centre.refused('POST', `/v1/appointments/${id}/cancel`, late)
    expect(cancelled).toBe('409 invalid_transition')
    const { id: orderId } = await centre.post('/v1/orders', { appointmentId: id })
    expect(await centre.get(`/v1/orders/${orderId}`)).toMatchObject({ amount: 8500 })
    const expanded = await centre.get(`/v1/appointments/${id}?expand=child,provider`)
    expect(JSON.stringify(expanded)).toContain('Lena')
  })

  story('a series is previewed date by date before it is booked', async ({ centre, expect }) => {
    const [{ childId }, practice] = [await aFamily(centre), await aPractice(centre)]
    const series = {
      childId,
      ...practice,
      startsOn: day(10),
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;COUNT=3',
    }
    const preview = await centre.post('/v1/series?dryRun=true', series)
    expect(preview['dryRun']).toBe(true)
    expect(preview['occurrences']).toHaveLength(3)
    expect((await centre.get('/v1/series'))['data']).toEqual([])
  })
}
