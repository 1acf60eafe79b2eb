import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAppointment } from '../../resources/centre.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { mailOf } from '../messages/mail-of.ts'
import { aPng } from '../messages/pictures.ts'

let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const PATH = '/v1/message-previews/send-test'
const template = 'appointment.reminder'
const WORDS = {
  subject: 'Nos vemos: {startsAt}',
  body: 'Hola, {firstName}:\n\n{childFirstName} viene el {startsAt}.\n\n{locationName}\n\n{hasLocationPhone, select, true {Tel. {locationPhone}} other {Avísenos.}}',
  actionLabel: 'Responder',
}

interface Sent {
  id: string
  status: string
  template: string
  recipientType: string
  recipientId: string
  subjectId: string
}

test('a test is what the preview shows, and goes to the caller with a subject that says so', async () => {
  const owner = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  const asked = { template, language: 'es', words: WORDS }
  const preview = await owner.post<{ subject: string; text: string }>('/v1/message-previews', asked)
  const { status, body } = await owner.post<Sent>(PATH, asked)
  expect([status, body]).toMatchObject([
    200,
    {
      status: 'QUEUED',
      template: 'message.test',
      recipientType: 'USER',
      recipientId: owner.user.id,
      subjectId: owner.user.id,
    },
  ])
  const mail = await mailOf(api, client.tenantId, body.id)
  expect(mail.to).toBe(owner.user.email)
  expect(mail.subject).toBe(`[Prueba] ${preview.body.subject}`)
  expect(mail.language).toBe('es')
  const withoutHost = (text: string) => text.replaceAll(/https:\/\/[\w.]+/g, '')
  expect(withoutHost(mail.text)).toBe(withoutHost(preview.body.text))
  const log = await client.get<{ data: Sent[] }>(`/v1/messages?recipientId=${owner.user.id}`)
  expect(log.body.data).toMatchObject([
    { id: body.id, status: 'SENT', template: 'message.test' },
    {},
  ])
})

test('a test shows saved words, the logo and the data of a record, without its calendar file', async () => {
  const admin = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  const booked = await newAppointment(client)
  const logo = { content: aPng().toString('base64') }
  await client.send({ method: 'PUT', path: '/v1/message-settings/logo', json: logo })
  const notice = { template: 'appointment.notice', recordId: booked.id }
  const preview = await admin.post<{ attachments: string[] }>('/v1/message-previews', notice)
  expect(preview.body.attachments).not.toEqual([])
  const { body } = await admin.post<Sent>(PATH, notice)
  expect(body.subjectId).toBe(booked.id)
  const mail = await mailOf(api, client.tenantId, body.id)
  expect(mail.subject).toMatch(/^\[Test\] /)
  expect(mail.attachments).toMatchObject([{ filename: 'logo.png', cid: expect.any(String) }])
  const [message] = await api.query<{ sealed_variables: string | null }>(
    'SELECT sealed_variables FROM messages WHERE id = $1',
    [body.id],
  )
  expect(message!.sealed_variables).toBeNull()
})

test('an address in the request is refused, and so are markup and an API key', async () => {
  const admin = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  expect(await admin.post(PATH, { template, to: 'x@example.org' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'to', code: 'unknown_member' }] },
  })
  const markup = { ...WORDS, body: `${WORDS.body}\n\n<img src="https://spy.example/x.png">` }
  expect(await admin.post(PATH, { template, language: 'es', words: markup })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: [{ path: 'body', code: 'markup_refused' }, {}, {}] },
  })
  expect(await client.post(PATH, { template })).toMatchObject({
    status: 403,
    body: { code: 'user_required' },
  })
  const reader = await joinAs(api, client, { roles: ['SCHEDULER'] })
  expect(await reader.post(PATH, { template })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_role' },
  })
})

test('a record of another centre, or none, is not shown', async () => {
  const other = await api.createTenant()
  const theirs = await newAppointment(other)
  const admin = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  expect(await admin.post(PATH, { template, recordId: theirs.id })).toMatchObject({
    status: 400,
    body: { code: 'invalid_reference' },
  })
})

test('a person gets ten tests an hour, and the next one later', async () => {
  const admin = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => admin.post(PATH, { template })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    429,
    429,
  ])
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  const another = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  expect((await another.post(PATH, { template })).status).toBe(200)
})

test('a test whose words became unusable is sent with those of the platform, and reports no text', async () => {
  const admin = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
  await client.patch('/v1/message-settings', { linkHosts: ['example.com'] })
  const words = { ...WORDS, body: `${WORDS.body}\n\nwww.example.com` }
  const { body } = await admin.post<Sent>(PATH, { template, language: 'es', words })
  await client.patch('/v1/message-settings', { linkHosts: [] })
  const mail = await mailOf(api, client.tenantId, body.id)
  expect(mail.subject).toMatch(/^\[Prueba\] Nos vemos/)
  expect(mail.text).not.toContain('www.example.com')
  expect((await client.get<{ data: object[] }>('/v1/tasks')).body.data).toEqual([])
})
