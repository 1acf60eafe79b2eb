import { domainOf } from '#platform/core/contact/contact.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

/** The connection that the sign-in page offers, with the name of the centre. */
export interface OfferedConnection {
  id: string
  centre: string
}

/** The connection that has verified the domain of an address, whether or not an account exists. */
export const findOfferedConnection = async (
  platform: Platform,
  email: string,
): Promise<OfferedConnection | undefined> => {
  const [offered] = await systemSql(platform)<OfferedConnection>(FIND, [domainOf(email)])
  return offered
}

const FIND = {
  name: 'find_offered_sso_connection',
  text: `SELECT d.connection_id AS id, t.name AS centre FROM sso_domains d JOIN tenants t USING (tenant_id) WHERE d.domain = $1`,
}
