import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { insertPayer } from '../payers/insert-payer.ts'
import { DEFAULT_DAYS_UNTIL_DUE } from '../payers/schemas.ts'
import type { Invoiceable } from './rules.ts'

/**
 * The common payer of orders: the payer that they name, or the one that their client is. A client who is none yet
 * becomes a payer.
 */
export const payerFor = async (
  tx: Transaction,
  { payerId, clientId }: Pick<Invoiceable, 'payerId' | 'clientId'>,
  named: string | undefined,
) => {
  if (payerId !== null && named !== undefined && named !== payerId)
    throw invalid(
      'payerId',
      'not_allowed',
      `The payer of the orders is ${payerId}. Send that payer, or omit payerId.`,
    )
  const id = payerId ?? named
  if (id === undefined && clientId !== null) return payerOfClient(tx, clientId)
  const payer = id && (await tx.db.payer.findFirst({ where: { tenantId: tx.tenantId, id } }))
  if (payer && (payerId !== null || payer.archivedAt === null)) return payer
  if (named !== undefined) throw invalidReference('payerId', 'payer')
  throw invalid(
    'payerId',
    'required',
    'The orders name neither a payer nor a client. Send payerId.',
  )
}

/** Without name, e-mail or address of its own: those are in the client's record. */
const payerOfClient = async (tx: Transaction, clientId: string) => {
  // Two drafts at the same time make one payer.
  await lockRecord(tx, 'clients', clientId)
  const where = { tenantId: tx.tenantId, clientId, archivedAt: null }
  const known = await tx.db.payer.findFirst({ where })
  if (known) return known
  await assertReferences(tx, 'client', { clientId })
  return insertPayer(tx, { kind: 'CLIENT', clientId, daysUntilDue: DEFAULT_DAYS_UNTIL_DUE })
}
