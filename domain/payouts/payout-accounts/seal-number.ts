import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** The number of an account for storage: encrypted and bound to the account. */
export const sealNumber = (cipher: Cipher, accountId: string, number: string) => ({
  sealedNumber: cipher.seal(number, purposeOf(accountId)),
  numberHint: `…${number.slice(-4)}`,
})

export const openNumber = (cipher: Cipher, accountId: string, sealed: string): string =>
  cipher.open(sealed, purposeOf(accountId))

const purposeOf = (accountId: string) => `payout_account_number/${accountId}`
