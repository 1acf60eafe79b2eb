import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps the files of this folder in memory. */
export const IN_MEMORY = '/dev/shm'
/** More than the databases of a run take. */
const ROOM = 4 * 2 ** 30
/** …and what the processes of a run need besides. */
const MEMORY = 8 * 2 ** 30

/**
 * Where a run keeps its databases: in memory if there is room. On ext4, creating a database after
 * others were dropped takes ten times as much processor time: its 1,446 files may not take inodes that were just freed.
 */
export const databasesFolder = (): string => {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM && process.availableMemory() >= MEMORY ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
