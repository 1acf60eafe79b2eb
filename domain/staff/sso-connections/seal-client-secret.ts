import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** Bound to the connection: in another row it cannot be decrypted. */
const purposeOf = (connectionId: string) => `sso_client_secret/${connectionId}`

export const sealClientSecret = (cipher: Cipher, connectionId: string, secret: string): string =>
  cipher.seal(secret, purposeOf(connectionId))

export const openClientSecret = (cipher: Cipher, connectionId: string, sealed: string): string =>
  cipher.open(sealed, purposeOf(connectionId))
