/** Small private files of a data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Replaces the file in one step, readable only by its owner. After a crash, either the old or the new file exists. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const next = `${file}.${process.pid}.tmp`
  writeFileSync(next, text, { mode: 0o600 })
  renameSync(next, file)
}

export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The content of the file; undefined if the file is missing or truncated. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The secret in the file. The first call generates it. */
export function keepSecret(file: string, make: () => string = randomPassword): string {
  const kept = readIfThere(file)?.trim()
  if (kept) return kept
  const secret = make()
  writePrivate(file, `${secret}\n`)
  return secret
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
