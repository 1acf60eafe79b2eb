import { Address } from '#platform/core/contact/address.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadClient } from '#people/clients/queries.ts'
import { buyerOf } from '../invoices/seller-of.ts'
import { loadPayer } from '../payers/queries.ts'
import type { Statement } from './schemas.ts'

/** The party of a statement: a payer, or a client, who can also be a payer. */
export type PartyRef = { payerId: string } | { clientId: string }

export type Party = Pick<Statement, 'payerId' | 'clientId' | 'name' | 'address'>

export const partyOf = async (reader: Reader, ref: PartyRef): Promise<Party> => {
  if ('payerId' in ref) {
    const { clientId } = await loadPayer(reader, ref.payerId)
    const { name, address } = await buyerOf(reader, ref.payerId)
    return { payerId: ref.payerId, clientId, name, address }
  }
  const { id: clientId, name, address } = await loadClient(reader, ref.clientId)
  const payer = await reader.db.payer.findFirst({
    where: { tenantId: reader.tenantId, clientId },
    select: { id: true },
  })
  return {
    payerId: payer?.id ?? null,
    clientId,
    name,
    address: fromJson(Address.nullable(), address),
  }
}
