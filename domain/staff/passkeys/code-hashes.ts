import { createHmac } from 'node:crypto'
import type { Cipher } from '#platform/core/crypto/cipher.ts'

/**
 * The hashes of a recovery code, with the newest key first. Codes have fewer random bits than tokens, because
 * people write them down, so the hash is keyed: the database alone does not reveal them. Spaces, hyphens and
 * case are ignored.
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
