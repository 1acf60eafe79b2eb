import { createCancellationPolicy } from '#billing/cancellation-policies/create-cancellation-policy.ts'
import { CreateCancellationPolicy } from '#billing/cancellation-policies/schemas.ts'
import { createCreditPayout } from '#billing/credit-payouts/create-credit-payout.ts'
import { listCreditBalances } from '#billing/credits/queries.ts'
import { createOrder } from '#billing/orders/create-order.ts'
import { createPayment } from '#billing/payments/create-payment.ts'
import { approveSettlement } from '#billing/settlements/approve-settlement.ts'
import { createSettlement } from '#billing/settlements/create-settlement.ts'
import { createSplitTerms } from '#billing/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#billing/split-terms/schemas.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { payTo } from '../billing/payout-accounts/pay-to.ts'
import { CONNECT_ACCOUNTS } from '../support/stripe-transfers.ts'
import { openCentre, type Centre } from './centre.ts'
import { connectStripe } from './connect-stripe.ts'
import type { Drill, DrillRun } from './drill.ts'
import { eventually, killInStep } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const AT_ONCE = 6
const PRICE = 9_501

export const killInSagas: Drill = {
  name: 'kill-in-sagas',
  what: 'kill -9 of all workers at each step of cancellations that give money back, at Stripe and as credit, of settlements (also at Stripe) and of credit that is paid out',
  run: async (run) => {
    const ledger = new Ledger()
    await using atStripe = await openCentre({ ...run, ledger })
    await using inSandbox = await openCentre({ ...run, ledger })
    await connectStripe(atStripe)
    const tillAtStripe = await openTill(run, atStripe)
    for (const step of REFUND_STEPS) await killInRefunds(run, tillAtStripe, step)
    await killInStripePayouts(run, tillAtStripe)
    const till = await openTill(run, inSandbox)
    await killInSettlements(run, till)
    await killInCredit(run, till)
    await settled(run, [atStripe, inSandbox])
    await compareWithStripe(run, atStripe)
    for (const centre of [atStripe, inSandbox]) await checkBooks(run, centre)
    await reconcile(run, { ledger, centres: [atStripe, inSandbox] })
  },
}

type Till = Awaited<ReturnType<typeof openTill>>
type Batch = Awaited<ReturnType<Till['paid']>>

/** Families whose appointments are paid before they take place. */
const openTill = async ({ site }: DrillRun, { ctx, tenantId, nextBooking }: Centre) => {
  const { id: serviceId } = await createService(
    ctx,
    CreateService.parse({
      code: 'SAGA',
      name: 'Therapy',
      durationMinutes: 45,
      amount: PRICE,
      currency: 'EUR',
    }),
  )
  const families = new Map<string, string>()
  const familyOf = async (childId: string) => {
    const { id } = await createClient(ctx, { name: 'Drill Family' })
    await createGuardianship(ctx, {
      childId,
      clientId: id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    families.set(childId, id)
  }
  const count = async (text: string, ids: readonly string[]) =>
    (await site.query<{ n: number }>(text, [tenantId, ids]))[0]!.n
  const paid = async (method: string) => {
    const appointments: { id: string; providerId: string; paymentId: string }[] = []
    for (let index = 0; index < AT_ONCE; index += 1) {
      const { startsAt, ...booking } = nextBooking()
      if (!families.has(booking.childId)) await familyOf(booking.childId)
      const slot = { ...booking, serviceId, startsAt: new Date(startsAt) }
      const { id } = await createAppointment(ctx, slot)
      const { id: orderId } = await createOrder(ctx, { appointmentId: id })
      const paymentMethod = { type: 'CARD', id: method } as const
      const { id: paymentId } = await createPayment(ctx, { orderId, paymentMethod })
      appointments.push({ id, providerId: booking.providerId, paymentId })
    }
    const paymentIds = appointments.map(({ paymentId }) => paymentId)
    await eventually(async () => (await count(CAPTURED, paymentIds)) === AT_ONCE)
    return {
      appointments,
      paymentIds,
      cancel: async () => {
        for (const { id } of appointments)
          await cancelAppointment(ctx, { id, initiator: 'PROVIDER', reason: 'Ill' })
      },
    }
  }
  return { ctx, tenantId, serviceId, families, count, paid }
}

interface RefundStep {
  name: string
  /** Where the call is in which the workers are killed; at any moment of the follow-up without. */
  when?: 'BEFORE' | 'AFTER'
  /** The answer is there, and what it says cannot be put on record yet. */
  unrecorded?: true
}

const REFUND_STEPS: readonly RefundStep[] = [
  { name: 'begun' },
  { name: 'asked for', when: 'BEFORE' },
  { name: 'made', when: 'AFTER' },
  { name: 'recording', when: 'AFTER', unrecorded: true },
]

const killInRefunds = async (
  run: DrillRun,
  till: Till,
  { name, when, unrecorded }: RefundStep,
): Promise<void> => {
  const { stripe } = run.site
  run.say(`refunds of cancellations at Stripe: ${name}`)
  const { cancel, paymentIds } = await till.paid('pm_card_visa')
  await killInStep(run, {
    step: `refund of a cancellation, ${name}`,
    expected: AT_ONCE,
    done: () => till.count(when ? REFUNDED : BEGUN, paymentIds),
    begin: () => {
      if (when) stripe.hold('/refunds', when)
      return cancel()
    },
    ...(when && {
      moment: async () => {
        await eventually(async () => stripe.held() > 0)
        if (!unrecorded) return async () => stripe.letGo()
        const release = await run.site.hold(PAYMENTS, [till.tenantId, paymentIds])
        stripe.letGo()
        await eventually(async () => (await run.site.query(WAITING)).length > 0)
        return release
      },
    }),
  })
}

/** Shares go to accounts of Stripe Connect and on to their banks; what they were of is cancelled then. */
const killInStripePayouts = async (run: DrillRun, till: Till): Promise<void> => {
  const { stripe } = run.site
  await shareOut(till)
  const batches: Batch[] = []
  for (const step of STRIPE_STEPS) {
    const batch = await till.paid('pm_card_visa')
    await killInSettlement(run, till, batch, step)
    batches.push(batch)
  }
  // What is cancelled is taken back from the shares of the next settlement: not of these.
  for (const { cancel } of batches) await cancel()
  const paid = batches.flatMap(({ paymentIds }) => paymentIds)
  await eventually(async () => (await till.count(REFUNDED, paid)) === paid.length)
  const [row] = await run.site.query<{ settled: number }>(SETTLED, [till.tenantId])
  const moved = [stripe.transferred(), stripe.paidOut()]
  const isSame = moved.every((it) => it === row!.settled)
  run.holds('what Stripe moved to providers is what was settled', isSame, [row, moved])
  run.count('moved to providers at Stripe', row!.settled)
}

/** Who gets what of each payment. */
const shareOut = async ({ ctx, serviceId }: Till): Promise<void> => {
  const shares = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 20 } }
  const terms = { serviceId, currency: 'EUR', startsOn: '2026-01-01', shares }
  await createSplitTerms(ctx, CreateSplitTerms.parse(terms))
}

/** Shares are transferred and paid out, or refused and taken back; what is cancelled then, the next settlements reverse. */
const killInSettlements = async (run: DrillRun, till: Till): Promise<void> => {
  await shareOut(till)
  const batches: Batch[] = []
  for (const step of SETTLEMENT_STEPS) {
    const batch = await till.paid('pm_sandbox_ok')
    await killInSettlement(run, till, batch, step)
    batches.push(batch)
  }
  await killInStep(run, {
    step: 'refund of settled shares',
    expected: batches.length * AT_ONCE,
    done: () =>
      till.count(
        REFUNDED,
        batches.flatMap(({ paymentIds }) => paymentIds),
      ),
    begin: async () => {
      for (const { cancel } of batches) await cancel()
    },
  })
  await killInSettlement(run, till, await till.paid('pm_sandbox_ok'), REVERSAL)
  const [row] = await run.site.query<{ n: number }>(REVERSALS, [till.tenantId])
  run.count('shares taken back', row!.n)
}

const killInSettlement = async (
  run: DrillRun,
  { ctx, count }: Till,
  { appointments }: Batch,
  { name, done, account, call, when }: SettlementStep,
): Promise<void> => {
  const { stripe } = run.site
  run.say(`settlements: ${name}`)
  const another = { kind: 'SYSTEM', id: 'another', permissions: 'all' } as const
  const ids: string[] = []
  for (const { providerId, paymentId } of appointments) {
    await payTo(ctx, providerId, account)
    ids.push((await createSettlement(ctx, { providerId, paymentIds: [paymentId] })).id!)
  }
  await killInStep(run, {
    step: `settlement, ${name}`,
    expected: AT_ONCE,
    done: () => count(done, ids),
    begin: async () => {
      if (call && when) stripe.hold(call, when)
      for (const id of ids) await approveSettlement({ ...ctx, actor: another }, { id })
    },
    ...(call && {
      moment: async () => {
        await eventually(async () => stripe.held() > 0)
        return async () => stripe.letGo()
      },
    }),
  })
  const areOver = await eventually(async () => (await count(OVER, ids)) === AT_ONCE)
  run.holds(`settlements end, ${name}`, areOver)
}

/** A cancellation gives credit, which is paid out. */
const killInCredit = async (run: DrillRun, till: Till): Promise<void> => {
  const { ctx, families } = till
  run.say('credit: given for cancellations, and paid out')
  const policy = { name: 'As credit', prepaid: 'CREDIT', windows: [], noShowFee: null }
  await createCancellationPolicy(ctx, CreateCancellationPolicy.parse(policy))
  const { cancel, paymentIds } = await till.paid('pm_sandbox_ok')
  await killInStep(run, {
    step: 'credit of a cancellation',
    expected: AT_ONCE,
    done: () => till.count(REFUNDED, paymentIds),
    begin: cancel,
  })
  const balances: string[] = []
  for (const clientId of families.values()) {
    const query = { limit: 1, sort: '-createdAt', clientId } as const
    const [balance] = (await listCreditBalances(ctx, query)).data
    if (balance && balance.balance > 0) balances.push(balance.id)
  }
  await killInStep(run, {
    step: 'payout of credit',
    expected: balances.length,
    done: () => till.count(PAID_OUT, balances),
    begin: async () => {
      for (const id of balances)
        await createCreditPayout(ctx, {
          id,
          method: 'PAYOUT_ACCOUNT',
          destination: 'acct_sandbox_ok',
          reason: 'Moved away',
        })
    },
  })
  run.count('credit balances paid out', balances.length)
}

/** Not a cent went back at Stripe that is not on record, and none twice. */
const compareWithStripe = async ({ site, holds, count }: DrillRun, { tenantId }: Centre) => {
  const [row] = await site.query<Sums>(SUMS, [tenantId])
  const back = site.stripe.refunded()
  holds('given back is what Stripe gave back', row!.refunded === back, [row, back])
  holds('all that was paid is back', row!.captured === row!.refunded, row)
  count('given back at Stripe', back)
}

const checkBooks = async ({ site, holds, count }: DrillRun, { tenantId }: Centre) => {
  const [row] = await site.query<Sums>(SUMS, [tenantId])
  const { captured, refunded, credited, creditPaid, settledMinor, clearing, total } = row!
  holds('the ledger is balanced', total === 0, row)
  const left = captured - refunded - creditPaid - settledMinor
  holds('the clearing account has what came and did not go', clearing === left, row)
  holds('no credit is left', credited === creditPaid && row!.creditLeft === 0, row)
  holds('each result was told once', row!.doubled === 0, row)
  holds('each cancellation is through, and asks nobody', row!.unfinished === 0, row)
  count('sagas', row!.sagas)
}

interface Sums {
  captured: number
  refunded: number
  credited: number
  creditPaid: number
  creditLeft: number
  settledMinor: number
  clearing: number
  total: number
  doubled: number
  sagas: number
  unfinished: number
}

const of = (table: string, where: string) =>
  `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}`

const CAPTURED = of('payments', `id = ANY ($2) AND status = 'SUCCEEDED'`)
const BEGUN = of('refunds', 'payment_id = ANY ($2)')
const REFUNDED = of('refunds', `payment_id = ANY ($2) AND status = 'SUCCEEDED'`)
const OVER = of('settlements', `id = ANY ($2) AND status IN ('PAID', 'FAILED')`)
const PAID_OUT = of('credit_payouts', `balance_id = ANY ($2) AND status = 'SUCCEEDED'`)

const OK = 'acct_sandbox_ok'
interface SettlementStep {
  name: string
  /** The one at the gateway that its provider is paid to. */
  account: string
  /** The call of Stripe that waits, and where, when the workers are killed; at any moment without. */
  call?: '/transfers' | '/payouts'
  when?: 'BEFORE' | 'AFTER'
  /** SQL for how many have done it. */
  done: string
}

const TRANSFERRED = of('settlements', 'id = ANY ($2) AND transfer_reference IS NOT NULL')
const PAID_OUT_TO_BANKS = of('settlements', 'id = ANY ($2) AND payout_reference IS NOT NULL')

const SETTLEMENT_STEPS: readonly SettlementStep[] = [
  {
    name: 'refused and taken back',
    account: 'acct_sandbox_payout_declined',
    done: of('settlements', `id = ANY ($2) AND status = 'FAILED'`),
  },
  {
    name: 'transferred',
    account: OK,
    done: TRANSFERRED,
  },
  {
    name: 'paid out',
    account: OK,
    done: PAID_OUT_TO_BANKS,
  },
  {
    name: 'ended',
    account: OK,
    done: of('settlements', `id = ANY ($2) AND status = 'PAID'`),
  },
]

const AT_STRIPE = { account: CONNECT_ACCOUNTS.byHand }
const STRIPE_STEPS: readonly SettlementStep[] = [
  {
    ...AT_STRIPE,
    name: 'transfer asked for at Stripe',
    call: '/transfers',
    when: 'BEFORE',
    done: TRANSFERRED,
  },
  {
    ...AT_STRIPE,
    name: 'transfer made at Stripe',
    call: '/transfers',
    when: 'AFTER',
    done: TRANSFERRED,
  },
  {
    ...AT_STRIPE,
    name: 'payout asked for at Stripe',
    call: '/payouts',
    when: 'BEFORE',
    done: PAID_OUT_TO_BANKS,
  },
  {
    ...AT_STRIPE,
    name: 'payout made at Stripe',
    call: '/payouts',
    when: 'AFTER',
    done: PAID_OUT_TO_BANKS,
  },
]

/** What providers were paid, of settlements that did not fail. */
const SETTLED = `SELECT coalesce(sum(payout_minor), 0)::int AS settled FROM settlements WHERE tenant_id = $1 AND status <> 'FAILED'`

/** Of providers who were paid for what was cancelled since. */
const REVERSAL: SettlementStep = {
  name: 'reversing',
  account: OK,
  done: of('settlements', `id = ANY ($2) AND status = 'PAID'`),
}
const REVERSALS = `SELECT count(*)::int AS n FROM settlement_lines WHERE tenant_id = $1 AND counts AND gross_minor < 0`

const PAYMENTS = `
  SELECT FROM orders o JOIN payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id
  WHERE o.tenant_id = $1 AND p.id = ANY ($2) FOR UPDATE OF o`

const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`

const sumOf = (table: string, where: string) =>
  `(SELECT coalesce(sum(amount_minor), 0)::int FROM ${table} WHERE tenant_id = $1 AND ${where})`

const SUMS = `
  SELECT ${sumOf('payments', `status = 'SUCCEEDED'`)} AS captured,
    ${sumOf('refunds', `status = 'SUCCEEDED' AND method = 'ORIGINAL'`)} AS refunded,
    ${sumOf('refunds', `status = 'SUCCEEDED' AND method = 'CREDIT'`)} AS credited,
    ${sumOf('credit_payouts', `status = 'SUCCEEDED'`)} AS "creditPaid",
    (SELECT coalesce(sum(balance_minor), 0)::int FROM credit_balances WHERE tenant_id = $1) AS "creditLeft",
    (SELECT coalesce(sum(payout_minor), 0)::int FROM settlements WHERE tenant_id = $1
      AND status IN ('PAID', 'PARTIALLY_REVERSED', 'REVERSED')) AS "settledMinor",
    (SELECT coalesce(sum(e.amount_minor), 0)::int FROM ledger_entries e JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
      WHERE e.tenant_id = $1 AND a.kind = 'GATEWAY_CLEARING') AS clearing,
    ${sumOf('ledger_entries', 'true')} AS total,
    (SELECT count(*)::int FROM (SELECT FROM outbox WHERE tenant_id = $1 AND kind = 'event'
      AND type IN ('payment.succeeded', 'payment.refunded', 'settlement.paid', 'settlement.failed', 'credit.paid_out')
      GROUP BY type, subject_id, payload ->> 'payoutId' HAVING count(*) > 1) AS twice) AS doubled,
    (SELECT count(*)::int FROM follow_ups WHERE tenant_id = $1 AND kind = 'appointmentCancellation') AS sagas,
    (SELECT count(*)::int FROM follow_ups f WHERE f.tenant_id = $1 AND f.kind = 'appointmentCancellation' AND (f.status <> 'COMPLETED'
      OR EXISTS (SELECT FROM follow_up_steps s WHERE s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.action_required IS NOT NULL)))
      AS unfinished`
