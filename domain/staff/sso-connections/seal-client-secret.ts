import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** The ciphertext is bound to the connection: it cannot be decrypted in another row. */
const purposeOf = (connectionId: string) => `sso_client_secret/${connectionId}`

export const sealClientSecret = (cipher: Cipher, connectionId: string, secret: string): string =>
  cipher.seal(secret, purposeOf(connectionId))

export const openClientSecret = (cipher: Cipher, connectionId: string, sealed: string): string =>
  cipher.open(sealed, purposeOf(connectionId))
