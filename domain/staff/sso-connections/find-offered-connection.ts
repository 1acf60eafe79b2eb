import { domainOf } from '#platform/core/contact.ts'
import type { Platform } from '#platform/core/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

/** What the sign-in page offers. */
export interface OfferedConnection {
  id: string
  name: string
}

/** The connection that addresses of a domain are offered, whether or not there is an account. */
export const findOfferedConnection = async (
  platform: Platform,
  email: string,
): Promise<OfferedConnection | undefined> => {
  const [offered] = await systemSql(platform)<OfferedConnection>(FIND, [domainOf(email)])
  return offered
}

const FIND = {
  name: 'find_offered_sso_connection',
  text: `SELECT c.id, c.name FROM sso_domains d JOIN sso_connections c ON c.tenant_id = d.tenant_id AND c.id = d.connection_id
    WHERE d.domain = $1`,
}
