import type { Bounds } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { boundsOf } from '#platform/identity/bounds-of.ts'
import type { FileLink } from './file-link.ts'
import { issuerOf } from './issuer-of.ts'
import { permissionOf } from './permission-of.ts'

/**
 * Refuses a link if the key, session or user that requested it has ended or lost the permission. Returns the
 * provider or locations to which they are bound.
 */
export const assertIssuerMay = async (reader: Reader, link: FileLink): Promise<Bounds> => {
  const issuer = issuerOf(link)
  return issuer ? boundsOf(reader, issuer, permissionOf(link)) : {}
}
