import { approveSettlement } from '#payouts/settlements/approve-settlement.ts'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#payouts/split-terms/schemas.ts'
import { payTo } from '../payouts/payout-accounts/pay-to.ts'
import { CONNECT_ACCOUNTS } from '../support/stripe-transfers.ts'
import type { DrillRun } from './drill.ts'
import { eventually, killInStep } from './kill-at-each-step.ts'
import { AT_ONCE, of, REFUNDED, type Batch, type Till } from './saga-till.ts'

/** Shares go to Stripe Connect accounts and their banks; then the underlying appointments are cancelled. */
export const killInStripePayouts = async (run: DrillRun, till: Till): Promise<void> => {
  const batches = await killInEach(run, till, STRIPE_STEPS, 'pm_card_visa')
  // Cancellations are deducted from the next settlement, not from these.
  for (const { cancel } of batches) await cancel()
  const paid = batches.flatMap(({ paymentIds }) => paymentIds)
  await eventually(async () => (await till.count(REFUNDED, paid)) === paid.length)
}

/** Shares are transferred and paid out, or refused and reversed; the next settlements reverse later cancellations. */
export const killInSettlements = async (run: DrillRun, till: Till): Promise<void> => {
  const batches = await killInEach(run, till, SETTLEMENT_STEPS, 'pm_sandbox_ok')
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

const killInEach = async (
  run: DrillRun,
  till: Till,
  steps: readonly SettlementStep[],
  paymentMethod: string,
): Promise<Batch[]> => {
  await shareOut(till)
  const batches: Batch[] = []
  for (const step of steps) {
    const batch = await till.paid(paymentMethod)
    await killInSettlement(run, till, batch, step)
    batches.push(batch)
  }
  return batches
}

const killInSettlement = async (
  run: DrillRun,
  { ctx, count }: Till,
  { appointments }: Batch,
  { name, done, account, waits }: SettlementStep,
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
      if (waits) stripe.hold(waits.call, waits.when)
      for (const id of ids) await approveSettlement({ ...ctx, actor: another }, { id })
    },
    ...(waits && {
      moment: async () => {
        await eventually(async () => stripe.held() > 0)
        return async () => stripe.letGo()
      },
    }),
  })
  const areOver = await eventually(async () => (await count(OVER, ids)) === AT_ONCE)
  run.holds(`settlements end, ${name}`, areOver)
}

/** The recipients of each payment. */
const shareOut = async ({ ctx, serviceId }: Till): Promise<void> => {
  const shares = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 20 } }
  const agreed = { recognition: 'PAYMENT' as const, startsOn: '2026-01-01' }
  const terms = { serviceId, currency: 'EUR', ...agreed, shares }
  await createSplitTerms(ctx, CreateSplitTerms.parse(terms))
}

const OVER = of('settlements', `id = ANY ($2) AND status IN ('PAID', 'FAILED')`)

const OK = 'acct_sandbox_ok'
interface SettlementStep {
  name: string
  /** The payout account of the provider at the gateway. */
  account: string
  /** The Stripe call that blocks, and where, when the workers are killed; any moment without one. */
  waits?: { call: string; when: 'BEFORE' | 'AFTER' }
  /** SQL that counts finished records. */
  done: string
}

const TRANSFERRED = of('settlements', 'id = ANY ($2) AND transfer_reference IS NOT NULL')
const PAID = of('settlements', `id = ANY ($2) AND status = 'PAID'`)
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
    done: PAID,
  },
]

const STRIPE_STEPS: readonly SettlementStep[] = [
  { name: 'transfer', call: '/transfers', done: TRANSFERRED },
  { name: 'payout', call: '/payouts', done: PAID_OUT_TO_BANKS },
].flatMap(({ name, call, done }) =>
  (['BEFORE', 'AFTER'] as const).map((when) => ({
    name: `${name} ${when === 'BEFORE' ? 'asked for' : 'made'} at Stripe`,
    account: CONNECT_ACCOUNTS.byHand,
    waits: { call, when },
    done,
  })),
)

/** Of providers who were paid for later cancellations. */
const REVERSAL: SettlementStep = {
  name: 'reversing',
  account: OK,
  done: PAID,
}
const REVERSALS = `SELECT count(*)::int AS n FROM settlement_lines WHERE tenant_id = $1 AND counts AND gross_minor < 0`
