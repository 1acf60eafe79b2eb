import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** Bound to the message: moved to another message's row it does not open. */
const purposeOf = (messageId: string) => `message/${messageId}`

/** Whom a message goes to and what it says, as its row keeps them. */
export const seal = (cipher: Cipher, messageId: string, value: unknown): string =>
  cipher.seal(JSON.stringify(value), purposeOf(messageId))

export const open = (cipher: Cipher, messageId: string, sealed: string): unknown =>
  JSON.parse(cipher.open(sealed, purposeOf(messageId)))
