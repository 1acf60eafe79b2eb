import { createHmac } from 'node:crypto'
import type { Cipher } from '#platform/core/crypto/cipher.ts'

/**
 * What is kept of a recovery code, by the newest key first. A code has fewer bits than tokens have, because people
 * write it down, so the hash is keyed: the database alone does not tell it. Blanks, hyphens and capitals do not count.
 */
export const codeHashes = (
  cipher: Pick<Cipher, 'derive'>,
  userId: string,
  code: string,
): [string, ...string[]] => {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  const [newest, ...others] = cipher.derive('recovery-code')
  const hash = (key: Buffer) =>
    createHmac('sha256', key).update(`${userId}/${plain}`).digest('base64url')
  return [hash(newest), ...others.map(hash)]
}
