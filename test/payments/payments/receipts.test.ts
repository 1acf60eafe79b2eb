import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageActivities } from '../../../activities/messages.ts'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { createWorld, type Made, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

const RECEIPTS = ['FEE_CHARGED', 'PAYMENT_RECEIVED', 'REFUND_SENT', 'INVOICE_ISSUED']

describe('receipts', () => {
  const stack = new AsyncDisposableStack()
  let api: TestApi
  let world: World
  let catcher: MailCatcher
  let send: (subjectId: string) => Promise<unknown>

  beforeAll(async () => {
    api = stack.use(await startApi())
    world = createWorld(api, await api.createTenant())
    catcher = stack.use(await startMailCatcher())
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const { sendMessage } = messageActivities({
      platform: api.services.platform,
      mail: { mailer, publicUrl: 'https://care.test' },
    } as Parameters<typeof messageActivities>[0])
    const { tenantId } = world.client
    send = (subjectId) =>
      new MockActivityEnvironment().run(() => sendMessage({ tenantId, subjectId }))
    await world.make('/v1/cancellation-policies', {
      name: 'Thirty days',
      windows: [{ notice: 'P30D', fee: { amount: 4_000 } }],
    })
  })
  afterAll(() => stack.disposeAsync())

  const deliver = async (recipientId: string) => {
    const path = `/v1/messages?recipientId=${recipientId}&status=QUEUED&sort=createdAt`
    const { body } = await world.client.get<{ data: Made[] }>(path)
    for (const { id } of body.data) await send(id)
  }
  let families = 0
  const newFamily = async () => {
    const email = `payer${families++}@example.com`
    const client = await world.make('/v1/clients', {
      name: 'Mara Weiss',
      email,
      address: { line1: 'Am Markt 1', city: 'Bonn', postalCode: '53111', country: 'DE' },
    })
    const child = await world.child()
    await world.make('/v1/guardianships', {
      childId: child.id,
      clientId: client.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    const mails = async () => {
      await deliver(client.id)
      return catcher.mails.filter(({ to }) => to.includes(email))
    }
    return { childId: child.id, clientId: client.id, mails }
  }
  const newOrder = ({ childId }: { childId: string }) =>
    world.make('/v1/orders', {
      childId,
      lines: [{ description: 'Report', quantity: 1, unitAmount: 9_500 }],
    })
  const payInCash = ({ id: orderId }: Made) =>
    world.make('/v1/payments', { orderId, paymentMethod: { type: 'CASH', id: 'Receipt 12' } })
  const cancelLate = async ({ childId }: { childId: string }) => {
    const { id: locationId } = await world.location()
    const provider = await world.make('/v1/providers', { name: 'Ana', locationIds: [locationId] })
    const appointment = await world.make('/v1/appointments', {
      childId,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    return world.make(`/v1/appointments/${appointment.id}/cancel`, {
      initiator: 'CLIENT',
      reason: 'ill',
    })
  }
  const set = async (enabled: boolean, holdMinutes = 0) => {
    const kinds = RECEIPTS.map((kind) => ({ kind, enabled }))
    const { status } = await world.client.patch('/v1/message-settings', { kinds, holdMinutes })
    expect(status).toBe(200)
  }

  type Family = { childId: string; clientId: string }
  const EVENTS = {
    'a payment': async (family: { childId: string }) => payInCash(await newOrder(family)),
    'a refund': async (family: { childId: string }) => {
      const { id } = await payInCash(await newOrder(family))
      await world.make(`/v1/payments/${id}/refunds`, { reason: 'Paid twice.' })
    },
    'an invoice': async (family: Family) => {
      await world.make('/v1/payers', { kind: 'CLIENT', clientId: family.clientId })
      const { id: orderId } = await newOrder(family)
      const { id: legalEntityId } = await world.legalEntity()
      const draft = await world.make('/v1/invoices', { orderIds: [orderId], legalEntityId })
      await world.make(`/v1/invoices/${draft.id}/issue`)
    },
    'a fee': cancelLate,
    'a fee, then its waiver': async (family: Family) => {
      const { id } = await cancelLate(family)
      await deliver(family.clientId)
      await world.make(`/v1/appointments/${id}/waive-fee`, { reason: 'In hospital' })
    },
    'a fee that is waived at once': async (family: Family) => {
      await set(true, 5)
      const { id } = await cancelLate(family)
      await world.make(`/v1/appointments/${id}/waive-fee`, { reason: 'In hospital' })
    },
  }
  const ON: Record<keyof typeof EVENTS, string[]> = {
    'a payment': ['We have received 95.00 EUR'],
    'a refund': ['We have received 95.00 EUR', 'Refund: 95.00 EUR'],
    'an invoice': ['Invoice'],
    'a fee': ['A fee is due: 40.00 EUR'],
    'a fee, then its waiver': ['A fee is due: 40.00 EUR', 'No fee is due: 40.00 EUR'],
    'a fee that is waived at once': [],
  }

  test.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('%s is told', async (event) => {
    await set(true)
    const family = await newFamily()
    await EVENTS[event](family)
    const mails = await family.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(
      ON[event].map((subject) => expect.stringContaining(subject) as string),
    )
    const files = mails.flatMap(({ attachments }) => attachments)
    expect(files.map(({ contentType }) => contentType)).toEqual(
      event === 'an invoice' ? ['application/pdf'] : [],
    )
  })

  test.each(Object.keys(EVENTS).filter((event) => event !== 'a fee that is waived at once'))(
    'nothing is sent about %s if its kind is turned off',
    async (event) => {
      await set(false)
      const family = await newFamily()
      await EVENTS[event as keyof typeof EVENTS](family)
      expect(await family.mails()).toEqual([])
    },
  )
})
