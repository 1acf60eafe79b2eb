import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMessageText } from '#messaging/message-texts/create-message-text.ts'
import { getMessageText } from '#messaging/message-texts/queries.ts'
import { sendMessage } from '#messaging/messages/send-message.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { TEMPLATES, type TemplateName } from '#messaging/messages/templates/index.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Mail } from '../../../providers/mail/index.ts'
import { newAppointment, newClient } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const REMINDER = {
  template: 'appointment.reminder',
  language: 'es',
  subject: 'Le esperamos: {startsAt}',
  body: 'Hola, {firstName}:\n\n{childFirstName}: {startsAt}\n\n{locationName}\n\n{hasLocationPhone, select, true {Tel. {locationPhone}} other {Avísenos.}}',
  actionLabel: 'Responder',
} as const

const contextOf = ({ tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'test' })

/** Queues a message with the template's example, sends it and returns the e-mail. */
const sent = async (
  centre: ApiClient,
  language: string | null,
  template: TemplateName = 'appointment.reminder',
): Promise<Mail> => {
  const ctx = contextOf(centre)
  const mails: Mail[] = []
  const { id } = await transact(ctx, 'messages:write', (tx) =>
    queueMessage(tx, {
      template,
      variables: TEMPLATES[template].example,
      recipient: {
        type: 'payer',
        id: newId('payer'),
        firstName: 'Mara',
        email: 'm@x.org',
        language,
      },
      subject: { type: 'appointment', id: newId('appointment') },
      dedupeKey: newId('request'),
    }),
  )
  await sendMessage(
    ctx,
    { id },
    {
      mailer: {
        from: 'care@example.org',
        send: async (mail) => {
          mails.push(mail)
          return { outcome: 'sent' }
        },
        [Symbol.asyncDispose]: async () => {},
      },
      publicUrl: 'https://care.test',
    },
  )
  return mails[0]!
}

const tasksOf = async (centre: ApiClient) =>
  (await centre.get<{ data: { title: string; subjectId: string; status: string }[] }>('/v1/tasks'))
    .body.data

describe('a text of the centre', () => {
  beforeAll(async () => {
    client = await api.createTenant()
  })

  test('replaces the platform’s, in subject, text and HTML, for its language only', async () => {
    const { id } = (await client.post<{ id: string }>('/v1/message-texts', REMINDER)).body
    const mail = await sent(client, 'es')
    expect(mail.subject).toBe('Le esperamos: martes, 1 de diciembre de 2026, 10:00')
    expect(mail.text).toMatch(/^Hola, Mara:\n\nLena: martes/)
    expect(mail.html).toContain('<p>Lena: martes, 1 de diciembre de 2026, 10:00</p>')
    expect(mail.language).toBe('es')
    expect((await sent(client, 'es-MX')).text).toContain('Tel. +49 30 1234567')
    expect((await sent(client, 'de')).subject).toMatch(/^Erinnerung/)
    expect((await sent(client, null)).subject).toMatch(/^Reminder/)
    await client.post(`/v1/message-texts/${id}/archive`)
    expect((await sent(client, 'es')).subject).toMatch(/^Recordatorio/)
    await client.post(`/v1/message-texts/${id}/restore`)
    expect((await sent(client, 'es')).subject).toMatch(/^Le esperamos/)
  })

  test('is not seen or used by another centre', async () => {
    const other = await api.createTenant()
    expect((await sent(other, 'es')).subject).toMatch(/^Recordatorio/)
    const { data } = (await other.get<{ data: object[] }>('/v1/message-texts')).body
    expect(data).toEqual([])
  })

  test('keeps its versions, and can be rolled back to one', async () => {
    const body = { ...REMINDER, language: 'de', subject: 'Eins: {startsAt}' }
    const { id } = (await client.post<{ id: string }>('/v1/message-texts', body)).body
    const path = `/v1/message-texts/${id}`
    await client.patch(path, { subject: 'Zwei: {startsAt}' })
    expect((await sent(client, 'de')).subject).toMatch(/^Zwei/)
    const stale = await client.send({
      method: 'PATCH',
      path,
      body: JSON.stringify({ subject: 'x {startsAt}' }),
      headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    })
    expect([stale.status, stale.body]).toMatchObject([412, { version: 2 }])
    await client.post(`${path}/roll-back`, { number: 1 })
    expect((await sent(client, 'de')).subject).toMatch(/^Eins/)
    const versions = await client.get<{ data: { number: number; subject: string }[] }>(
      `${path}/versions`,
    )
    expect(versions.body.data.map(({ number, subject }) => [number, subject])).toEqual([
      [3, 'Eins: {startsAt}'],
      [2, 'Zwei: {startsAt}'],
      [1, 'Eins: {startsAt}'],
    ])
    expect((await client.post('/v1/message-texts', body)).body).toMatchObject({
      code: 'already_exists',
    })
  })

  test('is refused for messages that protect accounts', async () => {
    const answer = await client.post('/v1/message-texts', {
      template: 'user.sign_in',
      language: 'de',
      subject: 'Hallo',
      body: 'Hallo',
      actionLabel: 'Los',
    })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ code: 'not_allowed' }] }])
  })
})

describe('a language that the platform does not have', () => {
  test('is used where the centre has a text, and otherwise its own language is', async () => {
    const centre = await api.createTenant()
    await centre.patch('/v1/message-settings', { language: 'de' })
    await centre.post('/v1/message-texts', {
      ...REMINDER,
      language: 'tr',
      subject: 'Randevu: {startsAt}',
    })
    expect((await sent(centre, 'tr')).subject).toBe('Randevu: 1 Aralık 2026 Salı 10:00')
    const other = await sent(centre, 'tr', 'place.freed')
    expect([other.language, other.subject]).toEqual(['de', expect.stringContaining('Dezember')])
  })

  test('is listed with its families and the templates that it lacks', async () => {
    const centre = await api.createTenant()
    const { id: appointmentId } = await newAppointment(centre)
    const { childId } = (await centre.get<{ childId: string }>(`/v1/appointments/${appointmentId}`))
      .body
    for (const language of ['tr', 'tr-CY', 'es']) {
      const { id: clientId } = await newClient(centre, { language })
      await centre.post('/v1/guardianships', {
        childId,
        clientId,
        relationship: 'mother',
        legal: true,
        billing: false,
      })
    }
    await centre.post('/v1/message-texts', { ...REMINDER, language: 'tr' })
    const { data } = (
      await centre.get<{ data: { language: string; missing: string[] }[] }>('/v1/message-languages')
    ).body
    expect(data.find(({ language }) => language === 'tr-CY')).toMatchObject({
      isPlatform: false,
      guardians: 1,
      children: 1,
      missing: expect.not.arrayContaining(['appointment.reminder', 'task.assigned']) as string[],
    })
    expect(data.find(({ language }) => language === 'tr')!.missing).toContain('invoice.overdue')
    expect(data.find(({ language }) => language === 'es')!.missing).toEqual([])
    const templates = await centre.get<{
      data: { texts: { language: string; origin: string }[] }[]
    }>('/v1/message-templates?template=appointment.reminder,place.freed')
    expect(
      templates.body.data.map(({ texts }) =>
        texts.map(({ language, origin }) => `${language} ${origin}`).join(', '),
      ),
    ).toEqual([
      'en PLATFORM, de PLATFORM, es PLATFORM, tr OWN, tr-CY OWN',
      'en PLATFORM, de PLATFORM, es PLATFORM, tr FALLBACK, tr-CY FALLBACK',
    ])
  })
})

describe('a text that cannot be used any more', () => {
  test('is replaced by the platform’s, and a task says so once, until it is corrected', async () => {
    const centre = await api.createTenant()
    const { id } = await createMessageText(contextOf(centre), {
      ...REMINDER,
      channel: 'EMAIL',
    })
    // As after an upgrade that removed a variable.
    await api.query(`UPDATE message_texts SET body = body || ' {gone}' WHERE id = $1`, [id])
    expect((await sent(centre, 'es')).subject).toMatch(/^Recordatorio/)
    expect((await sent(centre, 'es')).text).not.toContain('gone')
    expect(await tasksOf(centre)).toMatchObject([
      { title: 'A text of the centre cannot be used: appointment.reminder, es', subjectId: id },
    ])
    const text = await getMessageText(contextOf(centre), { id })
    expect(text.unusableAt).not.toBeNull()
    expect(text.issues).toMatchObject([{ path: 'body', code: 'unknown_variable' }])
    await centre.patch(`/v1/message-texts/${id}`, { body: REMINDER.body })
    expect((await sent(centre, 'es')).subject).toMatch(/^Le esperamos/)
    expect(await tasksOf(centre)).toMatchObject([{ status: 'DONE' }])
  })
})

describe('a preview', () => {
  test('shows unsaved words and everything that is wrong with them', async () => {
    const centre = await api.createTenant()
    const preview = (words: object) =>
      centre.post('/v1/message-previews', {
        template: 'appointment.reminder',
        language: 'fr',
        words: {
          subject: 'Rappel: {startsAt}',
          body: REMINDER.body,
          actionLabel: 'Répondre',
          ...words,
        },
      })
    expect((await preview({})).body).toMatchObject({
      language: 'fr',
      origin: 'OWN',
      issues: [],
      subject: 'Rappel: mardi 1 décembre 2026 à 10:00',
      recordId: null,
    })
    expect((await preview({ body: 'Bonjour <b>{x}</b>' })).body).toMatchObject({
      language: 'en',
      origin: 'FALLBACK',
      issues: [
        { code: 'markup_refused' },
        { code: 'unknown_variable' },
        { code: 'markup_refused' },
        { code: 'variable_required' },
        { code: 'variable_required' },
      ],
    })
    const { data } = (await centre.get<{ data: object[] }>('/v1/message-texts')).body
    expect(data).toEqual([])
  })

  test('shows a record to those who may read it, and the audit trail says so', async () => {
    const centre = await api.createTenant()
    const { id: recordId } = await newAppointment(centre)
    const asked = { template: 'appointment.reminder', recordId }
    const shown = await centre.post<{ childId: string; text: string }>(
      '/v1/message-previews',
      asked,
    )
    expect(shown.body).toMatchObject({ recordId, origin: 'PLATFORM' })
    const { data } = (
      await centre.get<{ data: { action: string; subjectId: string }[] }>(
        `/v1/children/${shown.body.childId}/disclosures`,
      )
    ).body
    expect(data).toContainEqual(
      expect.objectContaining({ action: 'previewMessageText', subjectId: recordId }),
    )
    const other = await api.createTenant()
    expect((await other.post('/v1/message-previews', asked)).body).toMatchObject({
      code: 'invalid_reference',
    })
    const narrow = await api.createClient(centre.tenantId, { scopes: ['admin', 'bookings'] })
    expect((await narrow.post('/v1/message-previews', asked)).body).toMatchObject({
      code: 'insufficient_scope',
    })
    const invoice = { template: 'invoice.overdue', recordId }
    expect((await centre.post('/v1/message-previews', invoice)).body).toMatchObject({
      code: 'invalid_reference',
    })
  })
})

describe('how messages look', () => {
  test('times have the format of the centre', async () => {
    const subjectIn = async (settings: object, tenant: object = {}) => {
      const centre = await api.createTenant()
      for (const [column, value] of Object.entries(tenant))
        await api.query(`UPDATE tenants SET ${column} = $1 WHERE tenant_id = $2`, [
          value,
          centre.tenantId,
        ])
      await patchMessageSettings(contextOf(centre), { version: undefined, patch: settings })
      return (await sent(centre, null)).subject.replaceAll(/\s/g, ' ')
    }
    expect(await subjectIn({})).toBe('Reminder: Tuesday, 1 December 2026 at 10:00')
    expect(await subjectIn({ timeFormat: 'H12' })).toBe(
      'Reminder: Tuesday, 1 December 2026 at 10:00 am',
    )
    const chicago = { currency: 'USD', default_time_zone: 'America/Chicago' }
    expect(await subjectIn({}, chicago)).toBe('Reminder: Tuesday, December 1, 2026 at 10:00 AM')
    expect(await subjectIn({ timeFormat: 'H24' }, chicago)).toMatch(/at 10:00$/)
  })

  test('the footer and the colour are the centre’s', async () => {
    const centre = await api.createTenant()
    const settings = { colour: '#7a2e5d', footer: 'Sunrise <3\nwww.sunrise.example' }
    expect((await centre.patch('/v1/message-settings', settings)).body).toMatchObject({
      errors: [{ path: 'footer', code: 'foreign_address', position: { line: 2 } }],
    })
    await centre.patch('/v1/message-settings', { ...settings, linkHosts: ['sunrise.example'] })
    const mail = await sent(centre, 'ar', 'feedback.request')
    expect(mail.html).toContain('background:#7a2e5d')
    expect(mail.html).toContain('Sunrise &lt;3<br>www.sunrise.example')
    expect(mail.text).toMatch(/Sunrise <3\nwww\.sunrise\.example$/)
  })

  test('a colour on which white cannot be read is refused, with the nearest that works', async () => {
    const centre = await api.createTenant()
    const { body } = await centre.patch<{ detail: string }>('/v1/message-settings', {
      colour: '#ff6600',
    })
    const [, nearest] = /(#[0-9a-f]{6})\.$/.exec(body.detail)!
    expect((await centre.patch('/v1/message-settings', { colour: nearest })).status).toBe(200)
  })
})
