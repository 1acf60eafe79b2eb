import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** Bound to the message: in another message's row it cannot be decrypted. */
const purposeOf = (messageId: string) => `message/${messageId}`

/** The stored recipient and content of a message. */
export const seal = (cipher: Cipher, messageId: string, value: unknown): string =>
  cipher.seal(JSON.stringify(value), purposeOf(messageId))

export const open = (cipher: Cipher, messageId: string, sealed: string): unknown =>
  JSON.parse(cipher.open(sealed, purposeOf(messageId)))
