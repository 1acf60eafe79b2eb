import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelConsent, ClientChannels } from '#messaging/channel-consents/schemas.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import type { Message } from '#messaging/messages/schemas.ts'
import { sendMessage } from '#messaging/messages/send-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import type { Task } from '#messaging/tasks/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { createTwilio } from '../../../providers/texting/index.ts'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import { CATCHER_ACCOUNT, type TextFault } from '../../../dev/text-catcher.ts'
import {
  create,
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  refusal,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { signedMailEvents, signedText } from '../../support/signed-texts.ts'

/** Texts from the queue to the provider and back, with a server that speaks the provider's protocol. */

let api: TestApi
let catcher: MailCatcher
let client: ApiClient
let faults: TextFault[] = []
let providerId: string

const SENDER = '+4930123456'
const { token } = CATCHER_ACCOUNT

beforeAll(async () => {
  catcher = await startMailCatcher({ texts: { fault: () => faults.shift() } })
  api = await startApi({ textingUrl: catcher.textingUrl })
  client = await api.createTenant()
  await client.patch('/v1/message-settings', { smsSender: SENDER })
  await newService(client)
  const { id: locationId } = await newLocation(client)
  providerId = (await newProvider(client, { locationIds: [locationId] })).id
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await catcher[Symbol.asyncDispose]()
})

let people = 0
let days = 0

/** A guardian with a number of her own, her child, and its appointment. */
const family = async ({ consent = true, phone = `+49 151 ${1_000_000 + ++people}` } = {}) => {
  const guardian = await newClient(client, { email: `mara${people}@example.com`, phone })
  const child = await newChild(client)
  await create(client, '/v1/guardianships', {
    childId: child.id,
    clientId: guardian.id,
    relationship: 'mother',
    legal: true,
  })
  const appointment = await create(client, '/v1/appointments', {
    childId: child.id,
    providerId,
    type: 'THERAPY_SESSION',
    startsAt: new Date(Date.UTC(2026, 11, 1 + ++days, 9)).toISOString(),
  })
  if (consent) await consentOf(guardian.id, 'OPTED_IN')
  return {
    guardianId: guardian.id,
    appointmentId: appointment.id,
    childId: child.id,
    number: phone.replaceAll(' ', ''),
  }
}

const consentOf = (clientId: string, status: string) =>
  create(client, '/v1/channel-consents', { clientId, channel: 'SMS', status, source: 'FORM' })

const system = (action = 'sendMessage') =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action })

let keys = 0
const queue = (
  { guardianId, appointmentId }: Awaited<ReturnType<typeof family>>,
  channels: readonly ('SMS' | 'EMAIL')[] = ['SMS', 'EMAIL'],
) =>
  transact(system('queueMessage'), 'messages:write', async (tx) => {
    const recipient = (await findRecipient(tx, { type: 'client', id: guardianId }))!
    return queueMessage(tx, {
      template: 'appointment.reminder',
      variables: TEMPLATES['appointment.reminder'].example,
      recipient,
      subject: { type: 'appointment', id: appointmentId },
      dedupeKey: `test/${++keys}`,
      channels,
    })
  })

const send = (id: string, { isRepeat = false, url = catcher.textingUrl } = {}) =>
  sendMessage(system(), { id }, undefined, {
    gateway: createTwilio({ url, timeoutMs: 1_000 }),
    publicUrl: 'http://api.test',
    isRepeat,
  })

const messageOf = async (id: string) => (await client.get<Message>(`/v1/messages/${id}`)).body
const messagesTo = async (clientId: string) =>
  (await client.get<{ data: Message[] }>(`/v1/messages?recipientId=${clientId}&sort=createdAt`))
    .body.data
const ways = async (clientId: string) =>
  (await messagesTo(clientId)).map(({ channel, status, reason }) => [channel, status, reason])
const channelsOf = async (clientId: string) =>
  Object.fromEntries(
    (await client.get<ClientChannels>(`/v1/clients/${clientId}/channels`)).body.channels.map(
      (it) => [it.channel, it],
    ),
  )
const caught = (number: string) => catcher.texts.texts.filter(({ to }) => to === number)

/** A reminder that has been sent, and what the provider then knows. */
const reminded = async (about: Awaited<ReturnType<typeof family>>) => {
  const { id } = await queue(about)
  await send(id)
  return { id, text: caught(about.number).at(-1)! }
}

const receipt = (id: string, form: Record<string, string>, as = token) =>
  api
    .anonymous()
    .send<{ receipt?: string }>(signedText(`/text-receipts/${id}`, form, { token: as }))

let references = 0
const reply = (from: string, Body: string, more: Record<string, string> = {}) =>
  api
    .anonymous()
    .send(
      signedText(
        '/text-replies',
        { MessageSid: `SM${++references}`, From: from, To: SENDER, Body, ...more },
        { token },
      ),
    )

const tasksAbout = async (clientId: string) =>
  (await client.get<{ data: Task[] }>(`/v1/tasks?subjectId=${clientId}`)).body.data

describe('a text', () => {
  test('is sent once, counted and paid, and its words are forgotten once it has arrived', async () => {
    const about = await family()
    const { id, text } = await reminded(about)
    expect(text).toMatchObject({ from: SENDER, to: about.number })
    expect(text.body).toContain('Reply C to confirm. Reply STOP to end texts.')
    expect(await messageOf(id)).toMatchObject({
      channel: 'SMS',
      status: 'SENT',
      segments: 1,
      cost: null,
    })

    const delivered = { MessageSid: text.sid, MessageStatus: 'delivered' }
    expect((await receipt(id, delivered)).body).toEqual({ receipt: 'ACCEPTED' })
    const after = await messageOf(id)
    expect(after).toMatchObject({ status: 'SENT', cost: { amount: 0.75, currency: 'USD' } })
    expect(after.deliveredAt).not.toBeNull()
    expect(after.to).toMatch(/^\+49…\d{3}$/)
    // Repeated and late reports change nothing.
    expect((await receipt(id, delivered)).body).toEqual({ receipt: 'IGNORED' })
    expect((await receipt(id, { ...delivered, MessageStatus: 'sent' })).body).toEqual({
      receipt: 'IGNORED',
    })
    expect(await messageOf(id)).toEqual(after)
    await send(id, { isRepeat: true })
    expect(caught(about.number)).toHaveLength(1)
  })

  test.each<[string, TextFault]>([
    ['429', { status: 429, code: 20429 }],
    ['500', { status: 500, code: 20500 }],
    ['503', { status: 503, code: 20503 }],
  ])('that is refused with %s is tried again, and none is lost', async (_, fault) => {
    const about = await family()
    const { id } = await queue(about)
    faults = [fault]
    await expect(send(id)).rejects.toThrow('The text provider did not accept it')
    expect((await messageOf(id)).status).toBe('QUEUED')
    await send(id, { isRepeat: true })
    expect((await messageOf(id)).status).toBe('SENT')
    expect(caught(about.number)).toHaveLength(1)
  })

  test('whose answer is lost is found before it is sent again', async () => {
    const about = await family()
    const { id } = await queue(about)
    faults = ['lost']
    await expect(send(id)).rejects.toThrow('no answer')
    await send(id, { isRepeat: true })
    expect((await messageOf(id)).status).toBe('SENT')
    expect(caught(about.number)).toHaveLength(1)
    // The same words for another message are another text.
    const { id: second } = await queue(about)
    await send(second, { isRepeat: true })
    expect(caught(about.number)).toHaveLength(2)
  })

  test('is known to have been sent if its receipt comes before the lost answer', async () => {
    const about = await family()
    const { id } = await queue(about)
    faults = ['lost']
    await expect(send(id)).rejects.toThrow('no answer')
    await receipt(id, { MessageSid: caught(about.number)[0]!.sid, MessageStatus: 'delivered' })
    expect((await messageOf(id)).status).toBe('SENT')
    await send(id, { isRepeat: true })
    expect(caught(about.number)).toHaveLength(1)
  })

  test('goes by e-mail if the provider is away for a quarter of an hour', async () => {
    const about = await family()
    const { id } = await queue(about)
    api.clock.advance(16 * 60_000)
    await send(id, { url: 'http://AC1:x@127.0.0.1:9' })
    expect(await ways(about.guardianId)).toEqual([
      ['SMS', 'FAILED', 'text_provider_unavailable'],
      ['EMAIL', 'QUEUED', null],
    ])
  })

  test.each([
    [21211, 'BOUNCED', 'address_rejected'],
    [21610, 'SKIPPED', 'opted_out'],
    [30007, 'FAILED', 'message_rejected'],
  ])('that is refused with code %i goes by e-mail', async (code, status, reason) => {
    const about = await family()
    const { id } = await queue(about)
    faults = [{ status: 400, code }]
    await send(id)
    expect(await ways(about.guardianId)).toEqual([
      ['SMS', status, reason],
      ['EMAIL', 'QUEUED', null],
    ])
    const { SMS } = await channelsOf(about.guardianId)
    if (code === 21211) expect(SMS).toMatchObject({ addressStatus: 'BOUNCED', canReach: false })
    if (code === 21610) expect(SMS).toMatchObject({ consent: 'OPTED_OUT', notSentOptedOut: 1 })
  })

  test('that never arrives is shown as failed, and goes by e-mail', async () => {
    const about = await family()
    const { id, text } = await reminded(about)
    await receipt(id, { MessageSid: text.sid, MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(await ways(about.guardianId)).toEqual([
      ['SMS', 'BOUNCED', 'undelivered'],
      ['EMAIL', 'QUEUED', null],
    ])
    const open = await client.get<{ data: Message[] }>(
      `/v1/messages?subjectId=${about.appointmentId}&actionRequired=true`,
    )
    expect(open.body.data.map((it) => it.id)).toEqual([id])
  })

  test('needs consent', async () => {
    const about = await family({ consent: false })
    await queue(about)
    expect(await ways(about.guardianId)).toEqual([
      ['SMS', 'SKIPPED', 'no_consent'],
      ['EMAIL', 'QUEUED', null],
    ])
    await consentOf(about.guardianId, 'OPTED_IN')
    const { id } = await queue(about, ['SMS'])
    await consentOf(about.guardianId, 'OPTED_OUT')
    await send(id)
    expect(await messageOf(id)).toMatchObject({ status: 'SKIPPED', reason: 'opted_out' })
    const history = await client.get<{ data: ChannelConsent[] }>(
      `/v1/channel-consents?clientId=${about.guardianId}`,
    )
    expect(history.body.data.map(({ status, source }) => [status, source])).toEqual([
      ['OPTED_OUT', 'FORM'],
      ['OPTED_IN', 'FORM'],
    ])
  })
})

describe('a receipt', () => {
  test('with another signature, for another URL or about another text is refused or ignored', async () => {
    const { id, text } = await reminded(await family())
    const form = { MessageSid: text.sid, MessageStatus: 'undelivered' }
    expect(refusal(await receipt(id, form, 'guess'))).toEqual([400, 'signature_refused'])
    const signed = signedText(`/text-receipts/${id}`, form, { token })
    const elsewhere = { ...signed, path: `/text-receipts/msg_other` }
    expect(refusal(await api.anonymous().send(elsewhere))).toEqual([400, 'signature_refused'])
    const changed = {
      ...signed,
      body: new URLSearchParams({ ...form, MessageStatus: 'delivered' }).toString(),
    }
    expect(refusal(await api.anonymous().send(changed))).toEqual([400, 'signature_refused'])
    const { 'x-twilio-signature': __, ...unsigned } = signed.headers!
    expect(refusal(await api.anonymous().send({ ...signed, headers: unsigned }))).toEqual([
      400,
      'signature_refused',
    ])
    expect((await receipt(id, { ...form, MessageSid: 'SMother' })).body).toEqual({
      receipt: 'IGNORED',
    })
    expect((await messageOf(id)).status).toBe('SENT')
  })

  test('about an unknown message or centre is ignored', async () => {
    const form = { MessageSid: 'SM0', MessageStatus: 'delivered' }
    expect((await receipt('msg_none', form)).body).toEqual({ receipt: 'IGNORED' })
    const nowhere = signedText('/text-receipts/none', form, { token })
    expect((await api.anonymous().send(nowhere)).body).toEqual({ receipt: 'IGNORED' })
  })
})

describe('an answer', () => {
  test('C confirms the appointment of the last reminder, once', async () => {
    const about = await family()
    await reminded(about)
    expect((await reply(about.number, ' c ')).status).toBe(200)
    const path = `/v1/appointments/${about.appointmentId}`
    const { familyConfirmedAt } = (await client.get<Appointment>(path)).body
    expect(familyConfirmedAt).not.toBeNull()
    await reply(about.number, 'YES')
    expect((await client.get<Appointment>(path)).body.familyConfirmedAt).toBe(familyConfirmedAt)
    const replies = (await messagesTo(about.guardianId)).filter(
      (it) => it.template === 'text.reply',
    )
    expect(replies).toHaveLength(1)
    expect(await tasksAbout(about.guardianId)).toEqual([])
  })

  test('STOP holds for all guardians with the number, is confirmed once, and START reverses it', async () => {
    const about = await family()
    const other = await family({ phone: about.number })
    await reminded(about)
    const { id: waiting } = await queue(about)
    await reply(about.number, 'Stopp!')
    await reply(about.number, 'STOP')
    for (const { guardianId } of [about, other])
      expect((await channelsOf(guardianId))['SMS']).toMatchObject({
        consent: 'OPTED_OUT',
        canReach: false,
        reason: 'opted_out',
      })
    await send(waiting)
    expect(await messageOf(waiting)).toMatchObject({ status: 'SKIPPED', reason: 'opted_out' })
    const replies = [
      ...(await messagesTo(about.guardianId)),
      ...(await messagesTo(other.guardianId)),
    ].filter((it) => it.template === 'text.reply')
    expect(replies.map(({ channel, status }) => [channel, status])).toEqual([['SMS', 'QUEUED']])
    await send(replies[0]!.id)
    expect(caught(about.number).at(-1)!.body).toContain('no more texts')
    await queue(about)
    expect((await channelsOf(about.guardianId))['SMS']!.notSentOptedOut).toBe(2)
    // Carriers take YES after a STOP as START.
    await reply(about.number, 'YES')
    expect((await channelsOf(about.guardianId))['SMS']).toMatchObject({
      consent: 'OPTED_IN',
      canReach: true,
    })
  })

  test('that the provider has answered itself gets no second answer', async () => {
    const about = await family()
    await reply(about.number, 'STOP', { OptOutType: 'STOP' })
    expect((await channelsOf(about.guardianId))['SMS']!.consent).toBe('OPTED_OUT')
    expect(await messagesTo(about.guardianId)).toEqual([])
  })

  test('anything else becomes one task, which takes the following texts', async () => {
    const about = await family()
    await reminded(about)
    await reply(about.number, 'We are all ill \u0000 today')
    await reply(about.number, 'Can we come on Friday?')
    const tasks = await tasksAbout(about.guardianId)
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).toMatchObject({
      title: 'Text from Mara',
      notes: 'We are all ill   today',
      childId: about.childId,
      role: 'SCHEDULER',
      comments: [{ text: 'Can we come on Friday?' }],
    })
    const audit = await api.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_entries WHERE changes::text LIKE '%ill%today%'`,
    )
    expect(audit[0]!.n).toBe(0)
  })

  test('about two reminders at once becomes a task', async () => {
    const about = await family()
    await reminded(about)
    const second = await create(client, '/v1/appointments', {
      childId: about.childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(Date.UTC(2026, 11, 1 + ++days, 9)).toISOString(),
    })
    await reminded({ ...about, appointmentId: second.id })
    await reply(about.number, 'C')
    expect(await tasksAbout(about.guardianId)).toHaveLength(1)
    for (const id of [about.appointmentId, second.id])
      expect(
        (await client.get<Appointment>(`/v1/appointments/${id}`)).body.familyConfirmedAt,
      ).toBeNull()
  })

  test('that the provider repeats has an effect once', async () => {
    const about = await family()
    await reminded(about)
    await reply(about.number, 'We are late', { MessageSid: 'SMrepeated' })
    await reply(about.number, 'We are late', { MessageSid: 'SMrepeated' })
    const [task] = await tasksAbout(about.guardianId)
    expect(task!.comments).toEqual([])
  })

  test('in a flood is dropped, but a STOP is followed', async () => {
    const about = await family()
    for (let text = 0; text < 30; text += 1) await reply(about.number, `Text ${text}`)
    const [task, ...others] = await tasksAbout(about.guardianId)
    expect(others).toEqual([])
    expect(task!.comments).toHaveLength(19)
    await reply(about.number, 'STOP')
    expect((await channelsOf(about.guardianId))['SMS']!.consent).toBe('OPTED_OUT')
  })

  test('to another number than the centre’s, or forged, reaches no centre', async () => {
    const about = await family()
    await reply(about.number, 'STOP', { To: '+4930999999' })
    const forged = signedText(
      '/text-replies',
      { MessageSid: 'SMforged', From: about.number, To: SENDER, Body: 'STOP' },
      { token: 'guess' },
    )
    expect(refusal(await api.anonymous().send(forged))).toEqual([400, 'signature_refused'])
    expect((await channelsOf(about.guardianId))['SMS']!.consent).toBe('OPTED_IN')
    // No centre can take the number of another one.
    const rival = await api.createTenant()
    const taken = await rival.patch('/v1/message-settings', { smsSender: SENDER })
    expect(refusal(taken)).toEqual([409, 'already_exists', 'smsSender: already_exists'])
  })

  test('from a number that is not on record becomes a task with the number', async () => {
    await reply('+4915799999999', 'Do you have a place for my son?')
    const { data } = (await client.get<{ data: Task[] }>('/v1/tasks')).body
    const task = data.find(({ notes }) => notes?.includes('+4915799999999'))
    expect(task).toMatchObject({
      title: 'Text from a number that is not on record',
      subjectId: null,
    })
  })
})

test('what is planned names the channel that reaches the family now', async () => {
  await create(client, '/v1/reminder-policies', { textChannels: ['SMS'] })
  const { appointmentId, guardianId } = await family()
  const planned = async () => {
    const { messages } = (
      await client.get<{ messages: { kind: string; channel: string; text: string }[] }>(
        `/v1/appointments/${appointmentId}/messages`,
      )
    ).body
    const reminder = messages.find(({ kind }) => kind === 'APPOINTMENT_REMINDER')!
    return [reminder.channel, reminder.text.replace(/^.* is/, 'is')]
  }
  expect(await planned()).toEqual(['SMS', 'is told by SMS'])
  await consentOf(guardianId, 'OPTED_OUT')
  expect(await planned()).toEqual(['EMAIL', 'is told by e-mail'])
})

describe('a bounce of an e-mail', () => {
  const mailSent = async (about: Awaited<ReturnType<typeof family>>) => {
    const { id } = await queue(about, ['EMAIL', 'SMS'])
    await api.query(
      `UPDATE messages SET status = 'SENT', sent_at = now(), sealed_variables = CASE WHEN next_channels = '{}' THEN NULL ELSE sealed_variables END WHERE id = $1`,
      [id],
    )
    return id
  }
  const report = (events: readonly object[], options = {}) =>
    api
      .anonymous()
      .send<{ accepted: number; ignored: number }>(
        signedMailEvents(events, api.clock.now(), options),
      )

  test('stops further mails until the address is changed or confirmed, and the next channel is used', async () => {
    const about = await family()
    const id = await mailSent(about)
    const bounce = [
      { messageId: `<${id}@care.example>`, type: 'BOUNCED' },
      { messageId: 'x', type: 'BOUNCED' },
    ]
    expect((await report(bounce)).body).toEqual({ accepted: 1, ignored: 1 })
    expect((await report(bounce)).body).toEqual({ accepted: 0, ignored: 2 })
    expect(await messageOf(id)).toMatchObject({ status: 'BOUNCED', reason: 'bounced' })
    expect((await channelsOf(about.guardianId))['EMAIL']).toMatchObject({
      addressStatus: 'BOUNCED',
      canReach: false,
    })

    const next = await queue(about, ['EMAIL', 'SMS'])
    expect(await messageOf(next.id)).toMatchObject({ channel: 'SMS', status: 'QUEUED' })
    const alone = await queue(about, ['EMAIL'])
    expect(await messageOf(alone.id)).toMatchObject({
      status: 'SKIPPED',
      reason: 'address_undeliverable',
    })

    await client.post(`/v1/clients/${about.guardianId}/confirm-address`, { channel: 'EMAIL' })
    expect((await queue(about, ['EMAIL'])).status).toBe('QUEUED')
    await report([{ messageId: await mailSent(about), type: 'COMPLAINED' }])
    expect((await channelsOf(about.guardianId))['EMAIL']!.addressStatus).toBe('COMPLAINED')
    await client.patch(`/v1/clients/${about.guardianId}`, { email: 'new@example.com' })
    expect((await channelsOf(about.guardianId))['EMAIL']!.addressStatus).toBe('OK')
  })

  test('is one of every message that was in it', async () => {
    const about = await family()
    const [first, second] = [await mailSent(about), await mailSent(about)]
    await api.query('UPDATE messages SET sent_with = $1 WHERE id = ANY ($2)', [
      first,
      [first, second],
    ])
    const bounce = [{ messageId: `<${first}@care.example>`, type: 'BOUNCED' }]
    expect((await report(bounce)).body).toEqual({ accepted: 1, ignored: 0 })
    for (const id of [first, second]) expect((await messageOf(id)).status).toBe('BOUNCED')
  })

  test('is refused if it is forged or old', async () => {
    const id = await mailSent(await family())
    const events = [{ messageId: id, type: 'BOUNCED' }]
    const forged = await report(events, {
      secret: `whsec_${Buffer.from('guess').toString('base64')}`,
    })
    expect(refusal(forged)).toEqual([400, 'signature_refused'])
    const old = signedMailEvents(events, new Date(api.clock.now().getTime() - 301_000))
    expect(refusal(await api.anonymous().send(old))).toEqual([400, 'signature_refused'])
    expect((await messageOf(id)).status).toBe('SENT')
  })
})
