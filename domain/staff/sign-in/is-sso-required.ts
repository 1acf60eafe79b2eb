import { domainOf } from '#platform/core/contact.ts'
import type { Reader } from '#platform/core/transaction.ts'

/** Whether a connection is the only way in for somebody: its provider decides who comes in. */
export const isSsoRequired = async (
  { db, tenantId }: Pick<Reader, 'db' | 'tenantId'>,
  { email }: { email: string },
): Promise<boolean> => {
  const required = await db.ssoConnection.count({
    where: {
      tenantId,
      archivedAt: null,
      isRequired: true,
      emailDomains: { has: domainOf(email) },
    },
  })
  return required > 0
}
