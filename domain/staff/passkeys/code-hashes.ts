import { createHmac } from 'node:crypto'
import type { Cipher } from '#platform/core/crypto/cipher.ts'

/**
 * The stored hash of a recovery code, by the newest key first. Codes have fewer bits than tokens because people
 * write them down, so the hash is keyed: the database alone does not reveal them. Ignores blanks, hyphens and
 * case.
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
