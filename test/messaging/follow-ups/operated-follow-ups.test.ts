import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { getAppointment } from '#scheduling/appointments/queries.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { createChild } from '#people/children/create-child.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { listFeedback } from '#messaging/feedback/queries.ts'
import { cancelFollowUp } from '#messaging/follow-ups/cancel-follow-up.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { resumeFollowUp } from '#messaging/follow-ups/resume-follow-up.ts'
import { skipStep } from '#messaging/follow-ups/skip-step.ts'
import { listAppointmentForms } from '#clinical/form-responses/queries.ts'
import { findLink } from '#messaging/links/find-link.ts'
import { linkContext } from '#messaging/links/link-context.ts'
import { viewLink } from '#messaging/links/view-link.ts'
import { redeemLink } from '#messaging/links/redeem-link.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { getWaitlistEntry, listWaitlistOffers } from '#scheduling/waitlist/queries.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { startRelay } from '../../../relay/relay.ts'
import { createServiceWithForm } from '../../clinical/forms/required-form.ts'
import { createDatabase, temporalAddress } from '../../support/servers.ts'
import {
  createCentre,
  createGuardian,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
  type Centre,
} from '../../workflows/support.ts'

const DAY_MS = 86_400_000
const page = { limit: 100, sort: '-createdAt' } as const

/** The whole path: from the API through outbox, relay and Temporal to a mailbox and back. */
describe('operating follow-ups', () => {
  const stack = new AsyncDisposableStack()
  let platform: OpenPlatform
  let centre: Centre
  let temporal: Awaited<ReturnType<typeof openNamespace>>
  let catcher: MailCatcher
  let days = 3

  beforeAll(async () => {
    const database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    centre = await createCentre(platform, database)
    await createGuardian(centre, { name: 'Mara Weiss', email: 'mara@example.com' })
    temporal = stack.use(await openNamespace(platform, temporalAddress()))
    catcher = stack.use(await startMailCatcher())
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const deliveries = createTestDeliveries(platform)
    const { namespace, client, connection } = temporal
    stack.use(await startTestWorkers(platform, deliveries, { connection, namespace, mailer }))
    stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  })
  afterAll(() => stack.disposeAsync())

  const book = ({ childId } = centre) =>
    createAppointment(centre.ctx, {
      childId,
      providerId: centre.providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(Date.now() + (days += 1) * DAY_MS),
    })
  const find = async (kind: WorkflowName, subject: string) => {
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: subject })
    return data.find((it) => it.kind === upperSnake(kind) && it.steps.length > 0)
  }
  const followUp = (kind: WorkflowName, subject: string) =>
    eventually(() => find(kind, subject), { what: `the ${kind} of ${subject}` })
  const settled = (kind: WorkflowName, subject: string, step: string) =>
    eventually(async () => {
      const found = (await find(kind, subject))?.steps.find((it) => it.step === step)
      return found?.status !== 'SCHEDULED' && found
    })
  const mailAbout = (subject: RegExp, since: number) =>
    eventually(async () => catcher.mails.slice(since).find((mail) => subject.test(mail.subject)))

  test('a reminder that is run now goes to the guardians immediately, and its recipients are recorded', async () => {
    const { id } = await book()
    const { id: followUpId } = await followUp('appointmentLifecycle', id)
    const since = catcher.mails.length
    const runNow = await runStepNow(centre.ctx, { id: followUpId, step: 'reminder-48h' })
    expect(runNow.steps.find(({ step }) => step === 'reminder-48h')!.runNowAt).not.toBeNull()
    const mail = await mailAbout(/^Reminder/, since)
    expect(mail.to).toEqual(['mara@example.com'])
    expect(mail.text).toContain('Mira’s appointment')
    expect(mail.text + mail.html).not.toMatch(/Marker-Surname|Weiss|Ana Ruiz|THERAPY/)
    const step = await settled('appointmentLifecycle', id, 'reminder-48h')
    expect(step).toMatchObject({ status: 'DONE', actionRequired: null })
    expect(step.outcome).toContain('e-mail to 1 guardian')
    // The others wait for their time.
    expect(await find('appointmentLifecycle', id)).toMatchObject({ waitingOn: 'reminder-2h' })
  })

  test('a skipped step is left out, and is planned again when its subject moves', async () => {
    const { id } = await book()
    const { id: followUpId } = await followUp('appointmentLifecycle', id)
    const reason = 'Told on the phone'
    await skipStep(centre.ctx, { id: followUpId, step: 'reminder-48h', reason })
    await eventually(
      async () => (await find('appointmentLifecycle', id))?.waitingOn === 'reminder-2h',
    )
    const { steps } = (await find('appointmentLifecycle', id))!
    expect(steps[0]).toMatchObject({
      step: 'reminder-48h',
      status: 'SKIPPED',
      outcome: 'skipped by operator: Told on the phone',
    })
    await expect(
      skipStep(centre.ctx, { id: followUpId, step: 'reminder-48h' }),
    ).rejects.toMatchObject({ code: 'invalid_transition' })
    await expect(runStepNow(centre.ctx, { id: followUpId, step: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const startsAt = new Date(Date.now() + 200 * DAY_MS)
    await rescheduleAppointment(centre.ctx, { id, startsAt })
    await eventually(
      async () => (await find('appointmentLifecycle', id))?.waitingOn === 'reminder-48h',
    )
  })

  test('a cancelled follow-up stays cancelled when its subject moves', async () => {
    const { id } = await book()
    const { id: followUpId } = await followUp('appointmentLifecycle', id)
    const cancelled = await cancelFollowUp(centre.ctx, { id: followUpId })
    expect(cancelled).toMatchObject({ status: 'CANCELLED', waitingOn: null, nextStepAt: null })
    for (const step of cancelled.steps)
      expect(step).toMatchObject({ status: 'CANCELLED', outcome: 'cancelled by operator' })
    const subject = { tenantId: centre.tenantId, subjectId: id }
    const handle = temporal.client.workflow.getHandle(workflowIdOf('appointmentLifecycle', subject))
    await handle.result()
    await expect(cancelFollowUp(centre.ctx, { id: followUpId })).rejects.toMatchObject({
      code: 'invalid_transition',
    })
    await rescheduleAppointment(centre.ctx, { id, startsAt: new Date(Date.now() + 250 * DAY_MS) })
    await eventually(async () => (await handle.describe()).status.name === 'COMPLETED')
    expect(await find('appointmentLifecycle', id)).toMatchObject({ status: 'CANCELLED' })

    // After it is resumed, it is planned for the current time and its workflow waits again.
    const resumed = await resumeFollowUp(centre.ctx, { id: followUpId })
    // The family is told of the move first.
    expect(resumed).toMatchObject({ status: 'ACTIVE', waitingOn: 'invitation' })
    await eventually(async () => (await handle.describe()).status.name === 'RUNNING')
    const since = catcher.mails.length
    await runStepNow(centre.ctx, { id: followUpId, step: 'reminder-48h' })
    expect((await mailAbout(/^Reminder/, since)).to).toEqual(['mara@example.com'])
  })

  test('a step without a recipient is run again once there is one', async () => {
    const { ctx } = centre
    const { id: childId } = await createChild(ctx, {
      firstName: 'Jo',
      lastName: 'Lind',
      birthDate: '2020-02-02',
    })
    const lonely = { ...centre, childId }
    const { id } = await book(lonely)
    const { id: followUpId } = await followUp('appointmentLifecycle', id)
    await runStepNow(ctx, { id: followUpId, step: 'reminder-48h' })
    const first = await settled('appointmentLifecycle', id, 'reminder-48h')
    expect(first.actionRequired).toBe('the child has no legal guardian on record')
    await createGuardian(lonely, { name: 'Kim Lind', email: 'kim@example.com' })
    const since = catcher.mails.length
    await runStepNow(ctx, { id: followUpId, step: 'reminder-48h' })
    expect((await mailAbout(/^Reminder/, since)).to).toEqual(['kim@example.com'])
    const again = await settled('appointmentLifecycle', id, 'reminder-48h')
    expect(again).toMatchObject({ status: 'DONE', actionRequired: null })
  })

  test('a guardian is asked after a visit, answers through the link, and the centre reads it', async () => {
    const { id } = await book()
    await completeAppointment(centre.ctx, { id })
    const { id: followUpId, steps } = await followUp('appointmentFollowUp', id)
    expect(steps.map(({ step }) => step)).toEqual([
      'feedback-request',
      'note-missing',
      'note-missing-supervisor',
      'rebooking-offer',
    ])
    const since = catcher.mails.length
    await runStepNow(centre.ctx, { id: followUpId, step: 'feedback-request' })
    const mail = await mailAbout(/^How was/, since)
    const [, token = ''] = /https:\/\/care\.test\/links\/([\w-]+)/.exec(mail.text) ?? []
    const link = await findLink(platform, token)
    const ctx = linkContext({ platform, action: 'redeemLink' }, link)
    await redeemLink(ctx, link, { rating: '5', comment: 'Wonderful' })
    const { data } = await listFeedback(centre.ctx, { ...page, appointmentId: id })
    expect(data).toMatchObject([{ rating: 5, comment: 'Wonderful', clientId: link.recipientId }])
    const step = await settled('appointmentFollowUp', id, 'feedback-request')
    await eventually(async () => {
      const again = (await find('appointmentFollowUp', id))!.steps[0]!
      return again.messages[0]?.status === 'SENT'
    })
    expect(step).toMatchObject({ status: 'DONE', outcome: 'e-mail to 1 guardian' })
  })

  test('a freed slot is offered to a waiting family by e-mail and booked through the link', async () => {
    const { ctx } = centre
    const { id: childId } = await createChild(ctx, {
      firstName: 'Aya',
      lastName: 'Sol',
      birthDate: '2020-02-02',
    })
    await createGuardian({ ...centre, childId }, { name: 'Ida Sol', email: 'ida@example.com' })
    const code = { code: 'ON_LIST', name: 'On the list', durationMinutes: 45, amount: 8500 }
    const { id: serviceId } = await createService(ctx, CreateService.parse(code))
    const wishes = { childId, serviceIds: [serviceId] }
    const entry = await createWaitlistEntry(ctx, CreateWaitlistEntry.parse(wishes))
    const { id } = await book()
    const since = catcher.mails.length
    await cancelAppointment(ctx, { id, initiator: 'CLIENT', reason: 'Ill' })
    const mail = await mailAbout(/^An appointment has become free/, since)
    expect(mail.to).toEqual(['ida@example.com'])
    expect(mail.text).toContain('We are holding an appointment for Aya')
    expect(mail.text + mail.html).not.toMatch(/Sol\b|Ana Ruiz|THERAPY|On the list/)
    const [, token = ''] = /https:\/\/care\.test\/links\/([\w-]+)/.exec(mail.text) ?? []
    const link = await findLink(platform, token)
    const person = linkContext({ platform, action: 'redeemLink' }, link)
    await redeemLink(person, link, { answer: 'accept' })
    expect((await getWaitlistEntry(ctx, { id: entry.id })).status).toBe('BOOKED')
    const query = { ...page, entryId: entry.id }
    const [offer] = (await listWaitlistOffers(ctx, query)).data
    expect((await getAppointment(ctx, { id: offer!.appointmentId })).status).toBe('CONFIRMED')
    // What it waited for has passed.
    await eventually(
      async () => (await find('waitlistOffer', offer!.freedSlotId))?.status === 'COMPLETED',
    )
  })

  test('a form required by a booking reaches the guardian by e-mail and is submitted through the link', async () => {
    const { ctx, providerId, childId } = centre
    const { serviceId } = await createServiceWithForm(ctx)
    const since = catcher.mails.length
    const { id } = await createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      serviceId,
      startsAt: new Date(Date.now() + (days += 1) * DAY_MS),
    })
    const mail = await mailAbout(/^A form about Mira$/, since)
    expect(mail.to).toEqual(['mara@example.com'])
    expect(mail.text + mail.html).not.toMatch(/Intake|Sleep|Badly|Ana Ruiz/)
    const [, token = ''] = /https:\/\/care\.test\/links\/([\w-]+)/.exec(mail.text) ?? []
    const link = await findLink(platform, token)
    const person = linkContext({ platform, action: 'redeemLink' }, link)
    expect((await viewLink(person, link)).title).toBe('Intake')
    await redeemLink(person, link, { bad: 'yes' })
    const [form] = (await listAppointmentForms(ctx, { id })).data
    expect(form).toMatchObject({ state: 'SUBMITTED' })
    // What it waited for has passed.
    await eventually(
      async () => (await find('formChase', form!.responseId!))?.status === 'COMPLETED',
    )
  })
})
