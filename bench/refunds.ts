/** `POST /v1/payments/{id}/refunds` beside bookings, against the bare limit in the same run. Goal: p50 at most 20 ms. */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load, type LoadRequest } from './support/load.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'

const REFUNDS = 400
const BOOKERS = 4

await using centre = await openCentre({ people: 200 })
await using api = await startServer('api/main.ts', centre.env)
await using bare = await startServer('bench/bare-server.ts', { BARE_DATABASE_URL: centre.ownerUrl })
const authorization = `Bearer ${await accessToken(api.url, centre)}`
const [load1] = loadavg()

const posting = (path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  headers: {
    authorization,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(body),
})

const made = async (path: string, body: object): Promise<string> => {
  const { method, headers, body: text } = posting(path, body)
  const answer = await fetch(api.url + path, { method, headers: headers!, body: text! })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

const payerId = await made('/v1/payers', { kind: 'INSURER', name: 'Insurance North' })

/** An order of 90.00 that is paid by card. */
const paid = async (): Promise<string> => {
  const line = { description: 'Speech therapy, 45 minutes', quantity: 1, unitAmount: 9_000 }
  const orderId = await made('/v1/orders', { payerId, lines: [line] })
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const id = await made('/v1/payments', { orderId, paymentMethod })
  await settlePayment(centre.ctx, { id, result: { outcome: 'SUCCEEDED', reference: id } })
  return id
}

const payments: string[] = []
while (payments.length < 3 * REFUNDS) payments.push(await paid())

let booked = 0
const booking = () =>
  posting('/v1/appointments', { ...slotOf(centre, booked++), type: 'THERAPY_SESSION' })
const bareBooking = (): LoadRequest => ({
  ...booking(),
  path: '/bookings',
  headers: { 'content-type': 'application/json' },
})
const refund = () =>
  posting(`/v1/payments/${payments.pop()!}/refunds`, { reason: 'The therapist was ill.' })

const one = { requests: REFUNDS, concurrency: 1, expected: 201 }
const refunding = () => load(api.url, { ...one, make: refund })

/** Refunds one after the other, while others book. */
const refundingBesideBookings = async () => {
  const some = { requests: 100, concurrency: BOOKERS, expected: 201, make: booking }
  const over = new AbortController()
  const bookings = (async () => {
    while (!over.signal.aborted) await load(api.url, some)
  })()
  const refunds = await refunding()
  over.abort()
  await bookings
  return refunds
}

await refunding()
const limit = await load(bare.url, { ...one, make: bareBooking })
const alone = await refunding()
const beside = await refundingBesideBookings()
report(
  'refunds',
  [
    { name: 'one after the other', ours: alone, bare: limit },
    { name: `beside ${BOOKERS} who book`, ours: beside, bare: limit },
  ],
  { load: load1, bookings: booked },
)
