import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** The secrets of an account for storage: encrypted, and each bound to the account and its purpose. */
export const sealSecretKey = (cipher: Cipher, accountId: string, key: string) => ({
  sealedSecretKey: cipher.seal(key, keyPurpose(accountId)),
  secretKeyHint: `…${key.slice(-4)}`,
})

export const openSecretKey = (cipher: Cipher, accountId: string, sealed: string): string =>
  cipher.open(sealed, keyPurpose(accountId))

export const sealWebhookSecret = (cipher: Cipher, accountId: string, secret: string | null) => ({
  sealedWebhookSecret: secret === null ? null : cipher.seal(secret, webhookPurpose(accountId)),
})

export const openWebhookSecret = (cipher: Cipher, accountId: string, sealed: string): string =>
  cipher.open(sealed, webhookPurpose(accountId))

const keyPurpose = (accountId: string) => `payment_account_key/${accountId}`
const webhookPurpose = (accountId: string) => `payment_account_webhook/${accountId}`
