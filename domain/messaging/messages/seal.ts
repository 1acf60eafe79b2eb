import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** The ciphertext is bound to the message: it cannot be decrypted in the row of another message. */
const purposeOf = (messageId: string) => `message/${messageId}`

/** Encrypts the recipient and the content of a message for storage. */
export const seal = (cipher: Cipher, messageId: string, value: unknown): string =>
  cipher.seal(JSON.stringify(value), purposeOf(messageId))

export const open = (cipher: Cipher, messageId: string, sealed: string): unknown =>
  JSON.parse(cipher.open(sealed, purposeOf(messageId)))
