import { createFileStore, NO_FILES, type FileStore } from '../../providers/files/file-store.ts'
import { eicarScanner, type MalwareScanner } from '../../providers/files/malware-scanner.ts'
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
  /** Where the bytes of attachments are. */
  files: FileStore
  /** What looks through them first. */
  scanner: MalwareScanner
}

export interface PlatformOptions extends DatabaseOptions {
  /** See {@link createCipher}. */
  encryptionKeys: string
  clock?: Clock
  /** CIDRs, otherwise refused, that webhooks may be sent to: an operator's WEBHOOK_ALLOWED_RANGES. */
  webhookAllowedRanges?: readonly string[]
  /** See {@link createFileStore}. Without it the process can do nothing with files. */
  filesLocation?: string
  scanner?: MalwareScanner
}

export const openPlatform = (options: PlatformOptions): Platform => {
  const database = new Database(options)
  return {
    database,
    cipher: createCipher(options.encryptionKeys),
    clock: options.clock ?? systemClock,
    webhookAddresses: createAddressPolicy({ allowedRanges: options.webhookAllowedRanges ?? [] }),
    files: options.filesLocation ? createFileStore(options.filesLocation) : NO_FILES,
    scanner: options.scanner ?? eicarScanner,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
