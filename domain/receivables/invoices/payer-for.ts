import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Invoiceable } from './rules.ts'

/** The common payer of orders: the payer that they name, or the one that their client is. */
export const payerFor = async (
  reader: Reader,
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
  const payer = await reader.db.payer.findFirst({
    where: {
      tenantId: reader.tenantId,
      ...(id === undefined ? { archivedAt: null, clientId: clientId ?? '' } : { id }),
    },
  })
  if (payer && (payerId !== null || payer.archivedAt === null)) return payer
  if (named !== undefined) throw invalidReference('payerId', 'payer')
  throw invalid(
    'payerId',
    'required',
    'The client is not a payer yet. Create a payer for the client first.',
  )
}
