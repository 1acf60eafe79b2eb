import { createCipher, type Cipher } from './cipher.ts'
import { systemClock, type Clock } from './clock.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** What a process holds once and every context shares. */
export interface Platform extends AsyncDisposable {
  database: Database
  cipher: Cipher
  clock: Clock
}

export interface PlatformOptions extends DatabaseOptions {
  /** See {@link createCipher}. */
  encryptionKeys: string
  clock?: Clock
}

export const openPlatform = (options: PlatformOptions): Platform => {
  const database = new Database(options)
  return {
    database,
    cipher: createCipher(options.encryptionKeys),
    clock: options.clock ?? systemClock,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
