import { chmod } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** All pages in one step: a copy in several steps would start again after every write of another process. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_MS = 10_000

/** Copies a SQLite database to which another process writes, as of one moment. */
export const copySqlite = async (from: string, to: string): Promise<void> => {
  const database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS })
  try {
    await backup(database, to, { rate: ALL_PAGES })
    await chmod(to, 0o600)
  } finally {
    database.close()
  }
}
