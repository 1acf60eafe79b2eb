import { setTimeout as sleep } from 'node:timers/promises'
import { TAKES_SLOT } from '#scheduling/slots/appointment-status.ts'
import { isChargeable, type Chargeable } from '#receivables/orders/rules.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Answer, Request } from './client.ts'
import type { Drill, DrillRun } from './drill.ts'
import { eventually } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** 50 rounds of 13 verbs are 650 calls. */
const ROUNDS = { full: 50, quick: 6 }
/** Calls of a round start within this time in random order, in milliseconds. */
const SPREAD_MS = 60

export const racingVerbs: Drill = {
  name: 'racing-verbs',
  what: '13 verbs at once on one appointment, its order and its payments',
  quick: true,
  run: async (run) => {
    const { site, random, quick, count } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const service = {
      code: 'THERAPY_SESSION',
      defaultForType: true,
      name: 'Therapy',
      durationMinutes: 45,
      amount: 8500,
    }
    await made(centre, { path: '/v1/services', body: service })
    const rounds = quick ? ROUNDS.quick : ROUNDS.full
    const answers: (Answer & { verb: string })[] = []
    for (let round = 0; round < rounds; round += 1)
      answers.push(...(await race(run, centre, round)))
    count('rounds', rounds)
    count('racing calls', answers.length)
    count('carried out', answers.filter(({ status }) => status! < 300).length)
    const wrong = answers.filter(({ status }) => status === undefined || status >= 500)
    run.holds('every call is answered, none with a 5xx', wrong.length === 0, wrong.slice(0, 2))
    await moneyMoved(run, centre)
    await checkMoney(run, centre)
    await checkSlots(run, centre)
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** Books and orders an appointment, then sends all verbs at the same time. */
const race = async ({ random }: DrillRun, centre: Centre, round: number) => {
  const { client, nextBooking, nextMove } = centre
  const booking = nextBooking()
  const booked = await client.write({
    path: '/v1/appointments',
    body: booking,
    effect: 'booking.created',
  })
  const appointmentId = booked.settled?.recordId
  const order = await made(centre, { path: '/v1/orders', body: { appointmentId } })
  const on = (verb: string, body?: object): Request => ({
    path: `/v1/appointments/${appointmentId}/${verb}`,
    body,
  })
  const pay = (id: string): Request => ({
    path: '/v1/payments',
    body: { orderId: order.id, paymentMethod: { type: 'CARD', id } },
  })
  const verbs: Record<string, Request> = {
    pay: pay('pm_sandbox_ok'),
    'pay again': pay('pm_sandbox_ok'),
    'pay in vain': pay('pm_sandbox_declined'),
    'order again': { path: '/v1/orders', body: { appointmentId } },
    'cancel order': { path: `/v1/orders/${order.id}/cancel` },
    'book the slot': { path: '/v1/appointments', body: booking },
    reschedule: on('reschedule', nextMove()),
    'check-in': on('check-in'),
    complete: on('complete'),
    undo: on('undo'),
    'no-show': on('no-show', { absentParty: 'PROVIDER' }),
    cancel: on('cancel', { initiator: 'CLIENT', reason: 'Ill' }),
    // It always cancels the appointment, so it runs only in every other round.
    ...(round % 2 === 0
      ? { 'mark-in-error': on('mark-in-error', { reason: 'Wrong child' }) }
      : { start: on('start') }),
  }
  return Promise.all(
    Object.entries(verbs).map(async ([verb, request]) => {
      await sleep(random.between(0, SPREAD_MS))
      return { verb, ...(await client.call({ method: 'POST', ...request })) }
    }),
  )
}

/** Preparation of a round; if it is refused, there is nothing to drill. */
const made = async ({ client }: Centre, request: Request): Promise<{ id: string }> => {
  const { status, text } = await client.call({ method: 'POST', ...request })
  if (status === 201) return JSON.parse(text) as { id: string }
  throw new Error(`${request.path}: ${status} ${text}`)
}

const moneyMoved = async ({ site, holds }: DrillRun, { tenantId }: Centre) => {
  const left = () => site.query(MOVING, [tenantId])
  const areOver = await eventually(async () => (await left()).length === 0)
  holds('every capture and refund ends', areOver, (await left()).slice(0, 2))
}

interface Ordered extends Chargeable {
  orderId: string
  orderStatus: string
  succeeded: number
}

interface Payment {
  id: string
  /** The last event that cancelled or restored the appointment before the payment started. */
  before: string | null
}

const checkMoney = async ({ site, quick, holds, count }: DrillRun, { tenantId }: Centre) => {
  const [orders, payments] = await Promise.all([
    site.query<Ordered>(ORDERS, [tenantId]),
    site.query<Payment>(PAYMENTS, [tenantId, [...OFF, BACK], 'paymentCapture']),
  ])
  const off = orders.filter((it) => !isChargeable(it))
  const wasPaid = ({ orderStatus }: Ordered) => WAS_PAID.includes(orderStatus)
  count('payments', payments.length)
  count('orders', orders.length)
  count('paid', orders.filter(wasPaid).length)
  count('of cancelled appointments', off.length)
  count('paid before they were off', off.filter(wasPaid).length)
  const check = (invariant: string, found: readonly unknown[]) =>
    holds(invariant, found.length === 0, found.slice(0, 2))
  check(
    'an order is paid by one payment, and no other has any',
    orders.filter((it) => it.succeeded !== (wasPaid(it) ? 1 : 0)),
  )
  check(
    'no order is open or still paid for a cancelled appointment',
    off.filter(({ orderStatus }) => orderStatus === 'OPEN' || orderStatus === 'PAID'),
  )
  check(
    'no payment began while its appointment was off',
    payments.filter(({ before }) => before !== null && OFF.includes(before)),
  )
  // In most rounds the order or appointment is cancelled before it is paid.
  if (!quick) holds('some payments began', payments.length > 0, payments.length)
}

const checkSlots = async ({ site, holds }: DrillRun, { tenantId }: Centre) => {
  const found = await site.query(OVERLAPS, [tenantId])
  holds('no two appointments take one slot', found.length === 0, found.slice(0, 2))
}

/** Payments are refunded after their appointment is cancelled. */
const WAS_PAID = ['PAID', 'REFUNDED']

/** Events of the verbs that cancel a paid appointment, and of the one that restores it. */
const OFF = ['booking.cancelled', 'appointment.entered_in_error', 'appointment.no_show']
const BACK = 'appointment.reinstated'

/** The centre has no terms, so a cancelled appointment is refunded in full. */
const MOVING = `
  SELECT id FROM payments WHERE tenant_id = $1 AND status = 'PROCESSING' UNION ALL
  SELECT id FROM refunds WHERE tenant_id = $1 AND status = 'PROCESSING' UNION ALL
  SELECT id FROM orders WHERE tenant_id = $1 AND status = 'PAID' AND prepaid_terms IS NOT NULL`

const ORDERS = `
  SELECT o.id AS "orderId", o.status AS "orderStatus", a.status, a.absent_party AS "absentParty",
         (SELECT count(*)::int FROM payments p
          WHERE p.tenant_id = o.tenant_id AND p.order_id = o.id AND p.status = 'SUCCEEDED') AS succeeded
  FROM orders o JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
  WHERE o.tenant_id = $1 AND o.purpose = 'SERVICE'`

/** By outbox order: rows are numbered while the appointment is locked, so they follow the order of the verbs. */
const PAYMENTS = `
  SELECT p.id, (
    SELECT event.type FROM outbox event
    WHERE event.tenant_id = o.tenant_id AND event.subject_id = o.appointment_id
      AND event.type = ANY ($2) AND event.seq < begun.seq
    ORDER BY event.seq DESC LIMIT 1) AS before
  FROM payments p
  JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id AND o.purpose = 'SERVICE'
  JOIN outbox begun ON begun.tenant_id = p.tenant_id AND begun.subject_id = p.id AND begun.type = $3
  WHERE p.tenant_id = $1`

const OVERLAPS = `
  SELECT a.id, b.id AS other FROM appointments a
  JOIN appointments b ON b.tenant_id = a.tenant_id AND b.id > a.id
    AND (b.provider_id = a.provider_id OR b.child_id = a.child_id)
    AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
  WHERE a.tenant_id = $1 AND a.status IN ${TAKES_SLOT} AND b.status IN ${TAKES_SLOT}`
