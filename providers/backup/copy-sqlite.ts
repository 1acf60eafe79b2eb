import { chmod } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** In one step: a copy by pages would begin anew at every write of another process. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_MS = 10_000

/** Copies a SQLite database that another process writes to, as it is at one moment. */
export const copySqlite = async (from: string, to: string): Promise<void> => {
  const database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS })
  try {
    await backup(database, to, { rate: ALL_PAGES })
    await chmod(to, 0o600)
  } finally {
    database.close()
  }
}
