import { createHmac } from 'node:crypto'
import type { Platform } from '#platform/core/context/platform.ts'
import { isText, numberOf, type Channel } from './rules.ts'

/**
 * Keyed hashes of an address, which find it without storing it: the first is stored, and the others were stored
 * before a key was rotated. An address has different hashes in different centres.
 */
export const addressHashes = (
  { platform, tenantId }: { platform: Pick<Platform, 'cipher'>; tenantId: string },
  channel: Channel,
  address: string,
): [string, ...string[]] => {
  const text = isText(channel) ? (numberOf(address) ?? address) : address.trim().toLowerCase()
  const [first, ...others] = platform.cipher
    .derive('address-hash')
    .map((key) => createHmac('sha256', key).update(`${tenantId}\n${text}`).digest('base64url'))
  return [first!, ...others]
}
