import { domainOf } from '#platform/core/contact/contact.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * Whether the user of an address must sign in through a connection, because the address's domain is verified
 * and the provider decides.
 */
export const isSsoRequired = async (
  reader: Pick<Reader, 'sql' | 'tenantId'>,
  { email }: { email: string },
): Promise<boolean> => {
  const required = await reader.sql<{ id: string }>(FIND, [reader.tenantId, domainOf(email)])
  return required.length > 0
}

const FIND = `SELECT c.id FROM sso_domains d JOIN sso_connections c ON c.tenant_id = d.tenant_id AND c.id = d.connection_id
  WHERE d.tenant_id = $1 AND d.domain = $2 AND c.is_required`
