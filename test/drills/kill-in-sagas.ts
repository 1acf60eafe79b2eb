import { createCancellationPolicy } from '#payments/cancellation-policies/create-cancellation-policy.ts'
import { CreateCancellationPolicy } from '#payments/cancellation-policies/schemas.ts'
import { createCreditPayout } from '#payments/credit-payouts/create-credit-payout.ts'
import { listCreditBalances } from '#payments/credits/queries.ts'
import { openCentre } from './centre.ts'
import { connectStripe } from './connect-stripe.ts'
import type { Drill, DrillRun } from './drill.ts'
import { eventually, killInStep } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'
import { checkBooks, compareWithStripe } from './saga-books.ts'
import { killInSettlements, killInStripePayouts } from './saga-settlements.ts'
import { AT_ONCE, of, openTill, REFUNDED, type Till } from './saga-till.ts'

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

interface RefundStep {
  name: string
  /** The call during which the workers are killed; without one, any moment of the follow-up. */
  when?: 'BEFORE' | 'AFTER'
  /** The response is there but cannot be recorded yet. */
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

/** A cancellation grants credit, which is paid out. */
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

const BEGUN = of('refunds', 'payment_id = ANY ($2)')
const PAID_OUT = of('credit_payouts', `balance_id = ANY ($2) AND status = 'SUCCEEDED'`)

const PAYMENTS = `
  SELECT FROM orders o JOIN payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id
  WHERE o.tenant_id = $1 AND p.id = ANY ($2) FOR UPDATE OF o`

const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`
