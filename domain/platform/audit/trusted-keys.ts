import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Cipher } from '../core/crypto/cipher.ts'
import type { Sql } from '../identity/system-sql.ts'

/**
 * The keys that may have signed seals, by kid. Public keys are derived from private keys, which only
 * ENCRYPTION_KEYS can decrypt: anybody with write access to the database could add a public key, but not a
 * trusted one. Keys that cannot be decrypted are skipped.
 */
export const trustedKeys = async (
  sql: Sql,
  cipher: Cipher,
): Promise<ReadonlyMap<string, KeyObject>> => {
  const keys = new Map<string, KeyObject>()
  for (const { id, ciphertext } of await sql<{ id: string; ciphertext: string }>(READ_KEYS)) {
    const key = openPublicKey(cipher, ciphertext)
    if (key) keys.set(id, key)
  }
  return keys
}

const READ_KEYS = {
  name: 'audit_keys',
  text: `SELECT id, ciphertext FROM signing_keys WHERE purpose = 'audit_seal'`,
}

/** Decrypts a key that was encrypted as in domain/platform/identity/signing-key.ts. */
const openPublicKey = (cipher: Cipher, ciphertext: string): KeyObject | undefined => {
  try {
    const jwk = JSON.parse(cipher.open(ciphertext, 'signing-key/audit_seal')) as JsonWebKey
    return createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }))
  } catch {
    return undefined
  }
}
