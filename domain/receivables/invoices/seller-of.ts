import { Address } from '#platform/core/contact/address.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadLegalEntity } from '../legal-entities/queries.ts'
import { toLegalEntity } from '../legal-entities/schemas.ts'
import { loadPayer } from '../payers/queries.ts'
import { toPayer } from '../payers/schemas.ts'
import type { Buyer, Seller } from './invoice-line.ts'

export const sellerOf = async (reader: Reader, legalEntityId: string): Promise<Seller> => {
  const entity = toLegalEntity(await loadLegalEntity(reader, legalEntityId))
  const { name, address, email, phone, vatId, taxNumber, iban, eInvoiceAddress } = entity
  return { name, address, email, phone, vatId, taxNumber, iban, eInvoiceAddress }
}

export const buyerOf = async (reader: Reader, payerId: string): Promise<Buyer> => {
  const { name, clientId, taxId, eInvoiceAddress, ...payer } = toPayer(
    await loadPayer(reader, payerId),
  )
  if (clientId === null)
    return { name: name!, address: payer.address, email: payer.email, taxId, eInvoiceAddress }
  const client = await reader.db.client.findFirst({ where: inTenant(reader, clientId) })
  return {
    name: client!.name,
    address: fromJson(Address.nullable(), client!.address),
    email: client!.email,
    taxId,
    eInvoiceAddress,
  }
}
