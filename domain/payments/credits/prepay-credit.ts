import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { creditEvents } from './events.ts'
import { creditFactsOf, moveCredit } from './move-credit.ts'
import { openCredit, type CreditParty } from './open-credit.ts'
import { postCredit } from './post-credit.ts'
import { toCreditBalance, type PrepaidCredit, type PrepayCredit } from './schemas.ts'

type Input = PrepayCredit & { dryRun?: boolean }

/** Records a prepayment. */
export const prepayCredit = (
  ctx: Context,
  { dryRun = false, ...input }: Input,
): Promise<PrepaidCredit> =>
  transact(ctx, 'credits:write', async (tx) => {
    const party = await partyOf(tx, input)
    const currency = input.currency ?? (await loadTenantSettings(tx)).currency
    const prepay = () => prepaid(tx, party, { ...input, currency })
    if (!dryRun) return { dryRun, ...toCreditBalance(await prepay()) }
    const row = await tx.rehearse(prepay)
    const before = await tx.db.creditBalance.findFirst({ where: inTenant(tx, row.id) })
    tx.did(subjectOf(party), { dryRun })
    const { version, updatedAt } = before ?? row
    return { dryRun, ...toCreditBalance({ ...row, version, updatedAt }), id: before?.id ?? null }
  })

const subjectOf = ({ clientId, payerId }: CreditParty) =>
  clientId === null
    ? ({ type: 'payer', id: payerId! } as const)
    : ({ type: 'client', id: clientId } as const)

const prepaid = async (
  tx: Transaction,
  party: CreditParty,
  { amount, currency, method, reference }: PrepayCredit & { currency: string },
) => {
  const balance = await openCredit(tx, party, currency)
  if (balance.balanceMinor + amount > MAX_ORDER_AMOUNT_MINOR)
    throw invalid(
      'amount',
      'too_large',
      `A balance can be at most ${MAX_ORDER_AMOUNT_MINOR}. Send a smaller amount.`,
    )
  const movement = { kind: 'PREPAID', amountMinor: amount, method, reference } as const
  const { after, movementId } = await moveCredit(tx, balance, movement)
  const subject = { type: 'creditMovement', id: movementId } as const
  await postCredit(tx, 'prepay', { subject, balance, amountMinor: amount })
  tx.emit(
    creditEvents['credit.prepaid'],
    { type: 'creditBalance', id: after.id },
    creditFactsOf(after, amount),
  )
  return after
}

/** The given client or organization. If the payer is a client, that client. */
const partyOf = async (
  tx: Transaction,
  { clientId, payerId }: PrepayCredit,
): Promise<CreditParty> => {
  if (clientId !== undefined) {
    if (payerId !== undefined)
      throw invalid('payerId', 'not_allowed', 'Send either clientId or payerId, not both.')
    await assertReferences(tx, 'client', { clientId })
    return { clientId, payerId: null }
  }
  if (payerId === undefined) throw invalid('clientId', 'required', 'Send clientId or payerId.')
  await assertReferences(tx, 'payer', { payerId })
  const payer = await tx.db.payer.findFirst({ where: inTenant(tx, payerId) })
  return payer!.clientId === null
    ? { clientId: null, payerId }
    : { clientId: payer!.clientId, payerId: null }
}
