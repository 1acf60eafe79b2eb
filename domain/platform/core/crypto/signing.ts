/**
 * Hashes and signatures that can be proved later. A hash is SHA-256, in hex, of a domain line and a JSON array
 * of strings and nulls in a fixed order, so different contents and kinds never have the same form. A signature
 * is Ed25519, in base64url, over the domain line and the hash.
 */
import { createHash, sign, verify, type KeyObject } from 'node:crypto'

export const hashOf = (domain: string, fields: readonly (string | null)[]): string =>
  createHash('sha256')
    .update(`${domain}\n${JSON.stringify(fields)}`)
    .digest('hex')

const signedText = (domain: string, hash: string) => Buffer.from(`${domain}\n${hash}`)

export const signing = (domain: string) => ({
  sign: (hash: string, key: KeyObject): string =>
    sign(null, signedText(domain, hash), key).toString('base64url'),
  verify: (hash: string, signature: string, key: KeyObject): boolean =>
    verify(null, signedText(domain, hash), key, Buffer.from(signature, 'base64url')),
})
