import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { LogoFacts } from './schemas.ts'

export interface Logo extends LogoFacts {
  contents: Buffer
}

/** The logo of the centre; undefined if it has none. */
export const loadLogo = async (reader: Reader): Promise<Logo | undefined> => {
  const [row] = await reader.sql<{ facts: unknown; contents: Buffer }>(LOGO, [reader.tenantId])
  return row && { ...fromJson(LogoFacts, row.facts), contents: row.contents }
}

/** In one statement, because the logo may be replaced at any time. */
const LOGO = `
  SELECT t.message_logo AS facts, l.contents FROM message_logos l JOIN tenants t ON t.tenant_id = l.tenant_id
  WHERE l.tenant_id = $1`
