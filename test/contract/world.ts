import { exampleFor } from '../../api/documents/examples.ts'
import type { Operation } from '../../api/http/operation.ts'
import { sealEntries } from '../../domain/audit/seal-entries.ts'
import { carryOutImport } from '../../domain/appointment-imports/carry-out-import.ts'
import { carryOutSeries } from '../../domain/series/carry-out-series.ts'
import { systemContext } from '../../domain/core/context.ts'
import { newId } from '../../domain/core/ids.ts'
import { planSteps } from '../../domain/follow-ups/plan-steps.ts'
import { runStep } from '../../domain/follow-ups/run-step.ts'
import { createLink } from '../../domain/links/create-link.ts'
import { queueMessage } from '../../domain/messages/queue-message.ts'
import { TEMPLATES } from '../../domain/messages/templates/index.ts'
import { transact } from '../../domain/core/transaction.ts'
import { writeArchive } from '../../domain/person-exports/write-archive.ts'
import { fanOutEvents } from '../../domain/outbox/fan-out.ts'
import type { ApiClient, TestApi } from '../support/api.ts'

export type Json = Record<string, unknown>
export interface Made extends Json {
  id: string
  version: number
}

/** What makes a form of `formTemplate` whole. */
export const FORM_ANSWERS = { answers: { sleepsBadly: true }, signedName: 'Mara Weiss' }

/** What a world needs of the platform it is on. */
export type WorldApi = Pick<TestApi, 'query' | 'anonymous' | 'createClient'> & {
  services: Pick<TestApi['services'], 'platform'>
}

/** A tenant that a test can ask for any record: made through the API, fresh each time. */
export class World {
  readonly api: WorldApi
  readonly client: ApiClient

  constructor(api: WorldApi, client: ApiClient) {
    this.api = api
    this.client = client
  }

  async make(path: string, body?: unknown): Promise<Made> {
    const answer = await this.client.post<Made>(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  async first(path: string): Promise<Made> {
    const { body, status, text } = await this.client.get<{ data?: Made[] }>(path)
    const record = body.data?.[0]
    if (!record) throw new Error(`GET ${path} has nothing: ${status} ${text}`)
    return record
  }

  /** A word that no other record of this run has. */
  word(): string {
    return newId('request').slice(-12)
  }

  location = () => this.make('/v1/locations', { name: 'Mitte', zone: 'Europe/Berlin' })

  room = async () =>
    this.make('/v1/rooms', { locationId: (await this.location()).id, name: 'Room 2' })

  service = (more: Json = {}) =>
    this.make('/v1/services', {
      code: this.word().toUpperCase().replace(/^\d/, 'A'),
      name: 'Speech therapy',
      durationMinutes: 45,
      amount: 9500,
      currency: 'EUR',
      ...more,
    })

  customField = () =>
    this.make('/v1/custom-fields', {
      key: `plan_${this.word()}`,
      label: 'Insurance plan',
      type: 'select',
      options: ['public', 'private'],
    })

  family = () => this.make('/v1/clients', { name: 'Mara Weiss' })

  pet = async () =>
    this.make('/v1/pets', { clientId: (await this.family()).id, name: 'Balu', species: 'dog' })

  provider = async () =>
    this.make('/v1/providers', { name: 'Dr. Ana Ruiz', locationIds: [(await this.location()).id] })

  child = (members: Json = {}) =>
    this.make('/v1/children', {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      ...members,
    })

  programme = async () =>
    this.make('/v1/early-intervention-programmes', {
      childId: (await this.child({ birthDate: '2025-04-30' })).id,
      referredOn: '2026-10-05',
    })

  questionSet = () =>
    this.make('/v1/check-in-question-sets', {
      name: 'Every two weeks',
      questions: [{ type: 'yesNo', key: 'sleeps', label: 'Does your child sleep well?' }],
      worries: [{ question: 'sleeps', op: 'equals', value: false }],
    })

  clockSet = () =>
    this.make('/v1/clock-sets', {
      name: 'Working days',
      clocks: [
        {
          name: 'first-visit',
          from: 'CONSENT',
          amount: 20,
          unit: 'workingDays',
          lessDays: 0,
          until: 'SERVICES',
          repeats: false,
          pausable: true,
          warnDays: 5,
          source: 'Contract §4',
        },
      ],
    })

  holidayCalendar = () =>
    this.make('/v1/holiday-calendars', { holidays: [{ date: '2026-12-25', name: 'Christmas' }] })

  childMerge = async () =>
    this.make(`/v1/children/${(await this.child()).id}/merge`, {
      duplicateId: (await this.child()).id,
    })

  guardianship = async () =>
    this.make('/v1/guardianships', {
      childId: (await this.child()).id,
      clientId: (await this.family()).id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })

  newAttachment = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    name: 'Notes.txt',
    contentType: 'text/plain',
  })

  attachment = async () => this.make('/v1/attachments', await this.newAttachment())

  async erasure(): Promise<Made> {
    const asked = { childId: (await this.child()).id, reason: 'They ask to be forgotten.' }
    return this.make('/v1/erasures', asked)
  }

  async uploaded(): Promise<Made> {
    const attachment = await this.attachment()
    const link = await this.make(`/v1/attachments/${attachment.id}/upload-link`)
    const path = link['path'] as string
    await this.client.send({ method: 'PUT', path, body: 'Seen at home.' })
    return attachment
  }

  async fileLink(method: string): Promise<string> {
    const { id } = await (method === 'put' ? this.attachment() : this.uploaded())
    const kind = method === 'put' ? 'upload' : 'download'
    const link = await this.make(`/v1/attachments/${id}/${kind}-link`)
    return link['path'] as string
  }

  async newConsent(): Promise<Json> {
    const { childId, clientId } = await this.guardianship()
    return {
      childId,
      grantedById: clientId,
      kind: 'TREATMENT',
      grantedAt: '2026-11-20T10:00:00+01:00',
      evidence: 'Signed form of 20 November.',
    }
  }

  consent = async () => this.make('/v1/consents', await this.newConsent())

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
    await carryOutImport(systemContext(platform, { tenantId, action: 'carryOutImport' }), made)
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

  /** With who was there, and a goal that was worked on. */
  sessionWithOthers = async () => {
    const goal = await this.goal()
    return this.make('/v1/sessions', {
      childId: goal['childId'],
      providerId: (await this.provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      present: [{ role: 'INTERPRETER', name: 'Selin Kaya' }],
      goalIds: [goal.id],
    })
  }

  session = async () =>
    this.make('/v1/sessions', {
      childId: (await this.child()).id,
      providerId: (await this.provider()).id,
      startedAt: '2026-11-20T10:02:00+01:00',
      endedAt: '2026-11-20T10:47:00+01:00',
    })

  note = async () =>
    this.make(`/v1/sessions/${(await this.session()).id}/notes`, {
      subjective: 'Says that school was loud.',
      objective: 'Produced /r/ in 7 of 10 words.',
      assessment: 'Progress.',
      plan: 'Phrases.',
    })

  signedNote = async () => {
    const { id } = await this.note()
    return this.make(`/v1/session-notes/${id}/sign`)
  }

  /** A supervised provider's note, signed by somebody else's key. */
  async noteToCosign(): Promise<Made> {
    const session = await this.session()
    const supervisorId = (await this.provider()).id
    await this.make('/v1/supervisions', { providerId: session['providerId'], supervisorId })
    const author = new World(this.api, await this.therapist())
    return author.make(`/v1/sessions/${session.id}/notes`, { plan: 'Phrases.', sign: true })
  }

  #therapist: Promise<ApiClient> | undefined
  /** Another key of the tenant. */
  therapist = (): Promise<ApiClient> =>
    (this.#therapist ??= this.api.createClient(this.client.tenantId))

  noteTemplate = () =>
    this.make('/v1/note-templates', {
      discipline: 'SPEECH_THERAPY',
      name: 'Articulation',
      sections: { plan: { text: 'Next session: ' } },
    })

  formDraft = () =>
    this.make('/v1/form-templates', {
      name: 'Intake',
      definition: {
        sections: [
          {
            title: 'Sleep',
            questions: [
              { type: 'yesNo', key: 'sleepsBadly', label: 'Badly?', required: true },
              { type: 'longText', key: 'more', label: 'More?' },
            ],
          },
        ],
        scores: [{ key: 'burden', label: 'Burden', op: 'sum', questions: ['sleepsBadly'] }],
        signature: true,
      },
    })

  formTemplate = async () => this.make(`/v1/form-templates/${(await this.formDraft()).id}/publish`)

  newFormResponse = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    templateId: (await this.formTemplate()).id,
  })

  formResponse = async () => this.make('/v1/form-responses', await this.newFormResponse())

  submittedForm = async () =>
    this.make(`/v1/form-responses/${(await this.formResponse()).id}/submit`, FORM_ANSWERS)

  supervision = async () =>
    this.make('/v1/supervisions', {
      providerId: (await this.provider()).id,
      supervisorId: (await this.provider()).id,
    })

  careTeamMember = async () =>
    this.make('/v1/care-team-members', {
      childId: (await this.child()).id,
      providerId: (await this.provider()).id,
      role: 'ASSISTANT',
    })

  personExport = async () => this.make('/v1/person-exports', { childId: (await this.child()).id })

  /** As its workflow leaves it. */
  readyExport = async () => {
    const made = await this.personExport()
    const { platform } = this.api.services
    const { tenantId } = this.client
    await writeArchive(systemContext(platform, { tenantId, action: 'writePersonArchive' }), made)
    return made
  }

  processingRestriction = async () =>
    this.make('/v1/processing-restrictions', {
      childId: (await this.child()).id,
      ground: 'ACCURACY_CONTESTED',
      reason: 'The mother contests the diagnosis.',
    })

  /** With a guardian who is told that it is going to be lifted. */
  async liftingRestriction(): Promise<Made> {
    const { id: childId } = await this.child()
    const { id: clientId } = await this.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const guardianship = { childId, clientId, relationship: 'mother', legal: true }
    await this.make('/v1/guardianships', guardianship)
    const { id } = await this.make('/v1/processing-restrictions', {
      childId,
      ground: 'OBJECTION',
      reason: 'Objects to statistics.',
    })
    return this.make(`/v1/processing-restrictions/${id}/lift`, { reason: 'Verified.' })
  }

  emergency = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    providerId: (await this.provider()).id,
    reason: 'A seizure in the waiting room.',
  })
  breakGlassGrant = async () => this.make('/v1/break-glass-grants', await this.emergency())

  newGoal = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    area: 'Articulation',
    title: 'Says /r/ in words',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80, date: '2027-03-31' },
  })

  goal = async () => this.make('/v1/goals', await this.newGoal())

  measurement = async () =>
    this.make(`/v1/goals/${(await this.goal()).id}/measurements`, {
      measuredAt: '2026-11-20T10:20:00+01:00',
      result: { value: 30 },
    })

  /** Of a goal that gets worse, day by day. */
  async goalReview(): Promise<Made> {
    const { id } = await this.goal()
    for (const day of [1, 2, 3, 4, 5])
      await this.make(`/v1/goals/${id}/measurements`, {
        measuredAt: `2026-11-0${day}T10:00:00+01:00`,
        result: { value: 60 - day },
      })
    return this.first(`/v1/goal-reviews?goalId=${id}`)
  }

  /** The definition of an instrument that is nobody's: a sum of two items, with norms for a year. */
  instrumentDefinition = (): Json => ({
    items: [
      { key: 'naming', label: 'Names pictures', min: 0, max: 6 },
      { key: 'phrases', label: 'Says phrases', min: 0, max: 4 },
    ],
    scores: [{ key: 'expressive', label: 'Expressive', items: ['naming', 'phrases'] }],
    norms: [
      {
        score: 'expressive',
        scale: 'standard score',
        fromMonths: 60,
        untilMonths: 72,
        rows: [{ rawFrom: 0, rawTo: 10, value: 95 }],
      },
    ],
  })

  instrument = () =>
    this.make('/v1/assessment-instruments', {
      name: 'Screening of the centre',
      ...this.instrumentDefinition(),
    })

  newAssessmentSchedule = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    instrumentId: (await this.instrument()).id,
    timing: 'EVERY',
    on: '2026-11-01',
    months: 6,
  })

  assessmentSchedule = async () =>
    this.make('/v1/assessment-schedules', await this.newAssessmentSchedule())

  async assessment(): Promise<Made> {
    const { id } = await this.assessmentSchedule()
    return this.first(`/v1/assessments?scheduleId=${id}`)
  }

  completedAssessment = async () =>
    this.make(`/v1/assessments/${(await this.assessment()).id}/complete`, {
      administeredOn: '2026-11-20',
      items: { naming: 5, phrases: 2 },
    })

  async correctedAssessment(): Promise<Made> {
    const { id } = await this.completedAssessment()
    return this.make(`/v1/assessments/${id}/correct`, {
      administeredOn: '2026-11-20',
      items: { naming: 6, phrases: 2 },
      reason: 'Miscounted.',
    })
  }

  /** A proposal that waits: somebody is due, and there is a guardian to write to. */
  async agentRun(): Promise<Made> {
    const { id: clientId } = await this.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const schedule = await this.assessmentSchedule()
    await this.make('/v1/guardianships', {
      childId: schedule['childId'],
      clientId,
      relationship: 'mother',
      legal: true,
    })
    return this.make('/v1/agent-runs', {
      agent: 'assessment-recall',
      input: { instrumentId: schedule['instrumentId'] },
    })
  }

  newTreatmentCycle = async (): Promise<Json> => ({
    childId: (await this.child()).id,
    payer: 'Public insurance',
    authorised: 20,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })

  treatmentCycle = async () => this.make('/v1/treatment-cycles', await this.newTreatmentCycle())

  order = async () => this.make('/v1/orders', { appointmentId: (await this.appointment()).id })

  payment = async () =>
    this.make('/v1/payments', { orderId: (await this.order()).id, method: 'card_ok' })

  apiKey = () => this.make('/v1/api-keys', { name: 'Booking site', scopes: ['bookings'] })

  /** At a public address that needs no name to be resolved. Nothing is sent: no courier runs here. */
  endpoint = () =>
    this.make('/v1/webhook-endpoints', { url: PUBLIC_URL, eventTypes: ['booking.created'] })

  recovery = async () =>
    this.make(`/v1/webhook-endpoints/${(await this.endpoint()).id}/recover`, {
      since: '2026-11-20T00:00:00Z',
    })

  async event(): Promise<Made> {
    await this.appointment()
    return this.first('/v1/events')
  }

  async delivery(): Promise<Made> {
    const { id } = await this.endpoint()
    await this.appointment()
    // What the calls before left in the outbox may be more than one batch.
    while ((await fanOutEvents(this.api.services.platform, 1_000)).events > 0);
    return this.first(`/v1/deliveries?endpointId=${id}`)
  }

  async failedDelivery(): Promise<Made> {
    const delivery = await this.delivery()
    await this.api.query(
      `UPDATE webhook_deliveries SET status = 'failed', finished_at = now(), next_attempt_at = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [this.client.tenantId, delivery.id],
    )
    return delivery
  }

  async followUp(): Promise<Made> {
    const { id } = await this.appointment()
    const { tenantId } = this.client
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'planSteps' })
    await planSteps(ctx, { kind: 'appointmentLifecycle', subjectId: id })
    return this.first(`/v1/follow-ups?subject=${id}`)
  }

  message = () => this.queued('mara.weiss@example.com')

  /** A reminder to a guardian with this address. Nothing is sent: no worker runs here. */
  private async queued(email: string | null): Promise<Made> {
    const { id: appointmentId } = await this.appointment()
    const client = await this.make('/v1/clients', { name: 'Mara Weiss', email })
    const { tenantId } = this.client
    const ctx = systemContext(this.api.services.platform, { tenantId, action: 'queueMessage' })
    const { id } = await transact(ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'appointment.reminder',
        variables: TEMPLATES['appointment.reminder'].example,
        recipient: { type: 'client', id: client.id, firstName: 'Mara', email },
        subject: { type: 'appointment', id: appointmentId },
        dedupeKey: client.id,
      }),
    )
    const { body } = await this.client.get<Made>(`/v1/messages/${id}`)
    return body
  }

  async undeliveredMessage(): Promise<Made> {
    const message = await this.queued(null)
    const { id } = message['recipient'] as { id: string }
    await this.client.patch(`/v1/clients/${id}`, { email: 'mara@example.com' })
    return message
  }

  async sentMessage(): Promise<Made> {
    const message = await this.message()
    await this.api.query(
      `UPDATE messages SET status = 'SENT', sent_at = now(), sealed_variables = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [this.client.tenantId, message.id],
    )
    return message
  }

  /** The path of a link that asks for feedback. */
  async feedbackLink(): Promise<string> {
    const { id: appointmentId } = await this.appointment()
    const { id: recipientId } = await this.family()
    const { platform } = this.api.services
    const { tenantId } = this.client
    const ctx = systemContext(platform, { tenantId, action: 'createLink' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'feedback',
        subject: { type: 'appointment', id: appointmentId },
        recipientId,
        language: 'en',
        expiresAt: new Date(platform.clock.now().getTime() + 86_400_000),
      }),
    )
    return path
  }

  async feedback(): Promise<Made> {
    const path = await this.feedbackLink()
    await this.api.anonymous().post(path, { rating: 5 })
    return this.first('/v1/feedback')
  }

  /** What a guardian said who is worried. */
  async checkIn(): Promise<Made> {
    const { id: programmeId } = await this.programme()
    const { id: recipientId } = await this.family()
    const { platform } = this.api.services
    const { tenantId } = this.client
    const ctx = systemContext(platform, { tenantId, action: 'createLink' })
    const { path } = await transact(ctx, 'messages:write', (tx) =>
      createLink(tx, {
        purpose: 'check-in',
        subject: { type: 'programme', id: programmeId },
        recipientId,
        language: 'en',
        expiresAt: new Date(platform.clock.now().getTime() + 86_400_000),
      }),
    )
    const answer = { mood: 'WORRIED', services: 'yes', call: 'yes', comment: 'She cries.' }
    await this.api.anonymous().post(path, answer)
    return this.first(`/v1/check-ins?programmeId=${programmeId}`)
  }

  async auditEntry(): Promise<Made> {
    await this.location()
    return this.first('/v1/audit-entries')
  }

  async auditSeal(): Promise<Made> {
    await this.location()
    await sealEntries(this.api.services.platform)
    return this.first('/v1/audit-seals')
  }
}

export const PUBLIC_URL = 'https://93.184.215.14/hooks'

/** What one call of an operation sends. */
export interface Call {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** The request of a call. */
export const requestOf = (operation: Operation, { params = {}, query = {}, body }: Call) => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
  const search = new URLSearchParams(query).toString()
  return {
    method: operation.method.toUpperCase(),
    path: search ? `${path}?${search}` : path,
    ...(body !== undefined && { json: body }),
  }
}

/** A whole example of an operation's body; `undefined` for one without. */
export const exampleBody = (operation: Operation): Json | undefined =>
  operation.body && (exampleFor(operation.body) as Json)
