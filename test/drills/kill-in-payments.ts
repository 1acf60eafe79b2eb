import { Stripe } from 'stripe'
import { acceptDispute } from '#payments/disputes/accept-dispute.ts'
import { listDisputes } from '#payments/disputes/queries.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { listPayments } from '#payments/payments/queries.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { createChild } from '#people/children/create-child.ts'
import { openCentre, type Centre } from './centre.ts'
import { connectStripe, STRIPE_SECRET } from './connect-stripe.ts'
import type { Drill, DrillRun } from './drill.ts'
import { eventually, killInStep } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const AT_ONCE = 6
const AMOUNT = 9_500
const BACK = 4_500

export const killInPayments: Drill = {
  name: 'kill-in-payments',
  what: 'kill -9 of all workers at each step of captures (also of two orders at once), refunds and answers to disputes, at a sandbox and at Stripe: before a call, with its answer on the way, and before it is on record',
  run: async (run) => {
    const ledger = new Ledger()
    await using atStripe = await openCentre({ ...run, ledger })
    await using inSandbox = await openCentre({ ...run, ledger })
    const webhookPath = await connectStripe(atStripe)
    for (const step of STRIPE_STEPS) await killAtStripe(run, atStripe, webhookPath, step)
    for (const step of ['capture', 'refund'] as const) await killInSandbox(run, inSandbox, step)
    await settled(run, [atStripe, inSandbox])
    await compareWithStripe(run, atStripe)
    for (const centre of [atStripe, inSandbox]) await checkBooks(run, centre)
    await reconcile(run, { ledger, centres: [atStripe, inSandbox] })
  },
}

type Of = 'capture' | 'refund' | 'answer'

interface StripeStep {
  name: string
  of: Of
  /** The call during which the workers are killed. */
  path: string
  when: 'BEFORE' | 'AFTER'
  /** The response is there but cannot be recorded yet. */
  unrecorded?: true
  /** Two orders captured as one amount. */
  joint?: true
}

const STRIPE_STEPS: readonly StripeStep[] = [
  { name: 'registering', of: 'capture', path: '/payment_intents', when: 'BEFORE' },
  { name: 'registered', of: 'capture', path: '/payment_intents', when: 'AFTER' },
  { name: 'capturing', of: 'capture', path: '/confirm', when: 'BEFORE' },
  { name: 'captured', of: 'capture', path: '/confirm', when: 'AFTER' },
  { name: 'recording', of: 'capture', path: '/confirm', when: 'AFTER', unrecorded: true },
  { name: 'captured', of: 'capture', path: '/confirm', when: 'AFTER', joint: true },
  {
    name: 'recording',
    of: 'capture',
    path: '/confirm',
    when: 'AFTER',
    unrecorded: true,
    joint: true,
  },
  { name: 'refunded', of: 'refund', path: '/refunds', when: 'AFTER', joint: true },
  { name: 'refunding', of: 'refund', path: '/refunds', when: 'BEFORE' },
  { name: 'refunded', of: 'refund', path: '/refunds', when: 'AFTER' },
  { name: 'recording', of: 'refund', path: '/refunds', when: 'AFTER', unrecorded: true },
  { name: 'answering', of: 'answer', path: '/close', when: 'BEFORE' },
  { name: 'answered', of: 'answer', path: '/close', when: 'AFTER' },
  { name: 'recording', of: 'answer', path: '/close', when: 'AFTER', unrecorded: true },
]

const killAtStripe = async (
  run: DrillRun,
  centre: Centre,
  webhookPath: string,
  { name, of, path, when, unrecorded, joint }: StripeStep,
) => {
  const { site, say, holds } = run
  const { stripe } = site
  const step = `${of}${joint ? ' of two orders at once' : ''}, ${name}`
  say(`at Stripe: ${step}`)
  const batch = await open(centre, 'pm_card_visa', joint ? 2 : 1)
  if (of !== 'capture') {
    await batch.pay()
    const isPaid = async () => (await batch.countOf(run, 'capture')) === AT_ONCE
    holds('payments to be refunded or disputed are captured', await eventually(isPaid))
  }
  if (of === 'answer') await dispute(run, centre, batch.paymentIds, webhookPath)
  await killInStep(run, {
    step,
    expected: AT_ONCE,
    done: () => batch.countOf(run, of),
    begin: () => {
      stripe.hold(path, when)
      if (of === 'answer') return batch.accept()
      return of === 'capture' ? batch.pay() : batch.giveBack()
    },
    moment: async () => {
      await eventually(async () => stripe.held() > 0)
      if (!unrecorded) {
        const told = await tell(run, webhookPath)
        holds(
          'events before the answer are acknowledged',
          told.every((status) => status === 200),
          told,
        )
        return async () => stripe.letGo()
      }
      const release = await site.hold(
        'SELECT FROM orders WHERE tenant_id = $1 AND id = ANY ($2) FOR UPDATE',
        [centre.tenantId, batch.orderIds],
      )
      stripe.letGo()
      await eventually(async () => (await site.query(WAITING)).length > 0)
      return release
    },
  })
}

/** Events of all intents: each twice, in reverse order, and one that is false. */
const tell = async ({ site }: DrillRun, webhookPath: string): Promise<number[]> => {
  const intents = [...site.stripe.intents.values()].toReversed()
  const types = [
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
    'payment_intent.succeeded',
  ]
  const statuses: number[] = []
  for (const type of types)
    for (const object of intents.slice(0, AT_ONCE))
      statuses.push(await send(site, webhookPath, type, object))
  return statuses
}

const send = async (
  site: DrillRun['site'],
  webhookPath: string,
  type: string,
  object: { id: string },
): Promise<number> => {
  const event = { id: `evt_${object.id}`, object: 'event', type, livemode: false, data: { object } }
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_SECRET })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const url = `${site.apis[0]!.url}${webhookPath}`
  const answer = await fetch(url, { method: 'POST', headers, body: payload })
  await answer.arrayBuffer()
  return answer.status
}

/** The bank disputes all of these payments. */
const dispute = async (
  { site, holds }: DrillRun,
  { tenantId }: Centre,
  paymentIds: readonly string[],
  webhookPath: string,
) => {
  const statuses: number[] = []
  const captures = await site.query<{ reference: string }>(CAPTURES, [tenantId, paymentIds])
  for (const { reference } of captures) {
    const disputed = site.stripe.dispute(reference)
    statuses.push(await send(site, webhookPath, 'charge.dispute.created', disputed))
  }
  holds(
    'disputes are taken',
    statuses.length === AT_ONCE && statuses.every((status) => status === 200),
    statuses,
  )
}

const killInSandbox = async (run: DrillRun, centre: Centre, of: 'capture' | 'refund') => {
  run.say(`in the sandbox: ${of}`)
  const batch = await open(centre, 'pm_sandbox_ok')
  if (of === 'refund') {
    await batch.pay()
    await eventually(async () => (await batch.countOf(run, 'capture')) === AT_ONCE)
  }
  await killInStep(run, {
    step: `${of}, in the sandbox`,
    expected: AT_ONCE,
    done: () => batch.countOf(run, of),
    begin: of === 'capture' ? batch.pay : batch.giveBack,
  })
}

/** Orders of the centre, some captured as one amount, with shared payments and refunds. */
const open = async ({ ctx, tenantId }: Centre, method: string, atOnce = 1) => {
  const { id: childId } = await createChild(ctx, CHILD)
  const lines = [{ description: 'Report', quantity: 1, unitAmount: AMOUNT }]
  const orderIds: string[] = []
  for (let index = 0; index < AT_ONCE; index += 1)
    orderIds.push((await createOrder(ctx, { childId, lines })).id)
  const paymentIds: string[] = []
  return {
    orderIds,
    paymentIds,
    pay: async () => {
      const paymentMethod = { type: 'CARD', id: method } as const
      for (let first = 0; first < AT_ONCE; first += atOnce) {
        const ids = orderIds.slice(first, first + atOnce)
        const allocations = ids.map((orderId) => ({ orderId, amount: AMOUNT }))
        const of = atOnce === 1 ? { orderId: ids[0]! } : { allocations }
        const { id } = await createPayment(ctx, { ...of, paymentMethod })
        const query = { limit: atOnce, sort: 'createdAt', capturedWithId: id } as const
        const joint = atOnce === 1 ? [{ id }] : (await listPayments(ctx, query)).data
        paymentIds.push(...joint.map((payment) => payment.id))
      }
    },
    giveBack: async () => {
      for (const id of paymentIds) await createRefund(ctx, { id, amount: BACK, reason: 'Ill.' })
    },
    accept: async () => {
      for (const paymentId of paymentIds) {
        const { data } = await listDisputes(ctx, { limit: 1, sort: '-createdAt', paymentId })
        await acceptDispute(ctx, { id: data[0]!.id })
      }
    },
    countOf: async ({ site }: DrillRun, of: Of): Promise<number> => {
      const [row] = await site.query<{ n: number }>(COUNTS[of], [tenantId, orderIds])
      return row!.n
    },
  }
}

const CHILD = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }

/** Every movement at Stripe is recorded exactly once. */
const compareWithStripe = async ({ site, holds, count }: DrillRun, { tenantId }: Centre) => {
  const { stripe } = site
  const [row] = await site.query<Sums>(SUMS, [tenantId])
  const { captured, refunded } = row!
  holds('captured is what Stripe captured', captured === stripe.captured(), [
    row,
    stripe.captured(),
  ])
  holds('given back is what Stripe gave back', refunded === stripe.refunded(), [
    row,
    stripe.refunded(),
  ])
  const owners = [...stripe.intents.values()]
    .filter(({ status }) => status === 'succeeded')
    .map(({ metadata }) => metadata['payment_id'])
  holds('each payment was captured once', new Set(owners).size === owners.length, owners)
  count('captured at Stripe', captured)
  count('given back at Stripe', refunded)
  count('intents that nobody confirmed', stripe.intents.size - owners.length)
}

const checkBooks = async ({ site, holds }: DrillRun, { tenantId }: Centre) => {
  const [row] = await site.query<Sums & Books>(SUMS, [tenantId])
  const { captured, refunded, lost, clearing, total, doubled } = row!
  holds('the ledger is balanced', total === 0, row)
  holds(
    'the clearing account has what came and did not go',
    clearing === captured - refunded - lost,
    row,
  )
  holds('each result was told once', doubled === 0, row)
}

interface Sums {
  captured: number
  refunded: number
}

interface Books {
  lost: number
  clearing: number
  total: number
  doubled: number
}

const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`

const CAPTURED = `SELECT count(*)::int AS n FROM payments WHERE tenant_id = $1 AND order_id = ANY ($2) AND status = 'SUCCEEDED'`

const REFUNDED = `
  SELECT count(*)::int AS n FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
  WHERE r.tenant_id = $1 AND p.order_id = ANY ($2) AND r.status = 'SUCCEEDED'`

const LOST = `
  SELECT count(*)::int AS n FROM disputes d JOIN payments p ON p.tenant_id = d.tenant_id AND p.id = d.payment_id
  WHERE d.tenant_id = $1 AND p.order_id = ANY ($2) AND d.status = 'LOST' AND d.submitted_at IS NOT NULL`

const COUNTS: Readonly<Record<Of, string>> = { capture: CAPTURED, refund: REFUNDED, answer: LOST }

const CAPTURES = `SELECT gateway_reference AS reference FROM payments WHERE tenant_id = $1 AND id = ANY ($2)`

const SUMS = `
  SELECT (SELECT coalesce(sum(amount_minor), 0)::int FROM payments WHERE tenant_id = $1 AND status = 'SUCCEEDED') AS captured,
    (SELECT coalesce(sum(amount_minor), 0)::int FROM refunds WHERE tenant_id = $1 AND status = 'SUCCEEDED') AS refunded,
    (SELECT coalesce(sum(withheld_minor + fee_minor), 0)::int FROM disputes WHERE tenant_id = $1) AS lost,
    (SELECT coalesce(sum(e.amount_minor), 0)::int FROM ledger_entries e JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
      WHERE e.tenant_id = $1 AND a.kind = 'GATEWAY_CLEARING') AS clearing,
    (SELECT coalesce(sum(amount_minor), 0)::int FROM ledger_entries WHERE tenant_id = $1) AS total,
    (SELECT count(*)::int FROM (SELECT FROM outbox WHERE tenant_id = $1 AND kind = 'event' AND type IN ('payment.succeeded', 'payment.refunded', 'payment.dispute_lost')
      GROUP BY type, subject_id HAVING count(*) > 1) AS twice) AS doubled`
