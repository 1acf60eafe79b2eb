/** Locks between processes: a file that contains its owner's identity. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { codeOf } from './errors.ts'
import { readJson } from './files.ts'
import { identify, isAlive, type ProcessIdentity } from './processes.ts'

/** Runs `work` while no other process holds the same lock. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Takes the lock, or replaces a dead owner's. False while another living process holds it. */
export function tryLock(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true })
  if (create(file)) return true
  if (isHeld(file)) return false
  rmSync(file, { force: true })
  return create(file)
}

function isHeld(file: string): boolean {
  const owner = readJson(file) as ProcessIdentity | undefined
  if (owner) return isAlive(owner)
  // The file is empty: it is being written, or its owner died at that moment.
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return age < 5_000
}

function create(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
