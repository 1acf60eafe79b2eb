import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts small secrets for storage: AES-256-GCM, `<key id>.<base64url of iv, tag and ciphertext>`. */
export interface Cipher {
  /** The ciphertext is bound to `purpose`: a value sealed for one purpose cannot be opened for another. */
  seal(plaintext: string, purpose: string): string
  open(sealed: string, purpose: string): string
  /**
   * 32-byte keys for another purpose, derived from each key, newest first (HKDF-SHA-256, RFC 5869). As with
   * sealing, the first key is used for new values, and all are accepted.
   */
  derive(purpose: string): DerivedKeys
  /** The raw keys by id, newest first, for codecs with their own format. */
  readonly keys: ReadonlyMap<string, Buffer>
}

/** The key for new values, followed by earlier keys that are still accepted. */
type DerivedKeys = readonly [Buffer, ...Buffer[]]

/**
 * @param encryptionKeys `k2:<base64 of 32 bytes>,k1:<…>`. The first key encrypts, and all decrypt.
 * docs/operations.md explains
 * how to rotate a key and why the old one stays.
 */
export const createCipher = (encryptionKeys: string): Cipher => {
  const keys = parseKeys(encryptionKeys)
  // Key objects are imported once: importing raw keys for each call would cost more than the encryption.
  const imported = new Map<string, KeyObject>()
  for (const [id, key] of keys) imported.set(id, createSecretKey(key))
  const [currentId, currentKey] = [...imported][0]!
  const derived = new Map<string, DerivedKeys>()
  const derive = (purpose: string) => {
    const [first, ...others] = [...keys.values()].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
    )
    return [first!, ...others] as const
  }
  return {
    keys,
    seal(plaintext, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, currentKey, iv).setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
      return `${currentId}.${sealed.toString('base64url')}`
    },
    open(sealed, purpose) {
      const [keyId = '', text = ''] = sealed.split('.')
      const key = imported.get(keyId)
      if (!key) throw new Error(`ENCRYPTION_KEYS has no key '${keyId}', which encrypted this value`)
      const bytes = Buffer.from(text, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, iv)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag)
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      )
    },
    derive(purpose) {
      const made = derived.get(purpose) ?? derive(purpose)
      derived.set(purpose, made)
      return made
    },
  }
}

const parseKeys = (text: string) => {
  const keys = new Map<string, Buffer>()
  for (const entry of text.split(',').filter(Boolean)) {
    const [id = '', encoded = ''] = entry.trim().split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9]{1,16}$/.test(id) || key.length !== 32) {
      throw new Error(
        'ENCRYPTION_KEYS must be a list of <id>:<base64 of 32 bytes>, comma-separated',
      )
    }
    keys.set(id, key)
  }
  if (keys.size === 0) throw new Error('ENCRYPTION_KEYS is empty: set at least one key')
  return keys
}
