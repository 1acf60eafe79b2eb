import { createAddressPolicy, type AddressPolicy } from '../../providers/webhooks/index.ts'
import { createCipher, type Cipher } from './cipher.ts'
import { systemClock, type Clock } from './clock.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** What a process holds once and every context shares. */
export interface Platform extends AsyncDisposable {
  database: Database
  cipher: Cipher
  clock: Clock
  /** Where webhooks may be sent. */
  webhookAddresses: AddressPolicy
}

export interface PlatformOptions extends DatabaseOptions {
  /** See {@link createCipher}. */
  encryptionKeys: string
  clock?: Clock
  /** CIDRs, otherwise refused, that webhooks may be sent to: an operator's WEBHOOK_ALLOWED_RANGES. */
  webhookAllowedRanges?: readonly string[]
}

export const openPlatform = (options: PlatformOptions): Platform => {
  const database = new Database(options)
  return {
    database,
    cipher: createCipher(options.encryptionKeys),
    clock: options.clock ?? systemClock,
    webhookAddresses: createAddressPolicy({ allowedRanges: options.webhookAllowedRanges ?? [] }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
