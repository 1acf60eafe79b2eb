/** A small in-memory file system that a drill can fill completely. */
import { execFile } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from '../../dev/errors.ts'
import { identify } from '../../dev/processes.ts'

const run = promisify(execFile)
const PREFIX = 'therapy-care-disk-'
const MIB = 1024 * 1024
const PAGE = 4096

export interface SmallDisk extends AsyncDisposable {
  readonly dir: string
  /** Takes all free space; repeated calls take space freed since. */
  fill(): void
  /** Frees it. */
  free(): void
}

/** Undefined if this account cannot mount, which needs root on Linux. */
export const mountSmallDisk = async (sizeMib: number): Promise<SmallDisk | undefined> => {
  await unmountAbandoned()
  const dir = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=0700`, 'tmpfs', dir])
  } catch {
    rmdirSync(dir)
    return undefined
  }
  const ballast = path.join(dir, 'ballast')
  return {
    dir,
    fill: () => {
      const file = openSync(ballast, 'a')
      for (const size of [MIB, PAGE, 1]) while (takes(file, size));
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    [Symbol.asyncDispose]: () => unmount(dir),
  }
}

const takes = (file: number, size: number): boolean => {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') return false
    throw error
  }
}

/** Lazy unmount: an exiting process may still have a file open. */
const unmount = async (dir: string): Promise<void> => {
  await run('umount', ['--lazy', dir])
  rmdirSync(dir)
}

/** Mounts of killed drills, which their name identifies. */
const unmountAbandoned = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((it) => it.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (!identify(owner)) await unmount(path.join(tmpdir(), name)).catch(() => undefined)
  }
}
