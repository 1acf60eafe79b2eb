import { execFile } from 'node:child_process'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test as anywhere } from 'vitest'
import { asDomainError } from '../../api/http/problem.ts'
import { createDestination } from '../../providers/log/destination.ts'
import { createLogger } from '../../providers/log/logger.ts'

/** Linux: every write fails with ENOSPC, as on a full disk. */
const FULL = '/dev/full'
const test = anywhere.skipIf(!existsSync(FULL))
const LINES = 5_000
/** Longer than the buffer for lines. */
const FILLER = 'x'.repeat(1_000)

test('a process continues while the disk of its log is full', async () => {
  const script = `
    import { createLogger } from ${JSON.stringify(path.resolve('providers/log/logger.ts'))}
    const log = createLogger({ process: 'api', level: 'info' })
    for (let line = 0; line < 100; line += 1) log.info({ line }, 'request')
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    process.stdout.write('alive')`
  const args = ['-c', `exec "$0" --input-type=module-typescript -e "$1" 2>${FULL}`]
  const { stdout } = await promisify(execFile)('sh', [...args, process.execPath, script])
  expect(stdout).toBe('alive')
})

test('log lines wait for space, lost lines are counted, and the count is reported once', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'therapy-log-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'api.log')
  const destination = createDestination(FULL)
  onTestFinished(() => destination.destroy())
  const log = createLogger({ process: 'api', level: 'info', destination })
  for (let line = 0; line < LINES; line += 1) log.info({ line, filler: FILLER }, 'request')

  destination.reopen(file)
  log.info({ line: LINES }, 'request')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('dropped')
  log.info({ line: LINES + 1 }, 'request')

  const written = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as { line?: number; dropped?: number; level: string })
  const notes = written.filter(({ dropped }) => dropped !== undefined)
  const lines = written.flatMap(({ line }) => line ?? [])
  expect(notes).toHaveLength(1)
  expect(lines.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, line) => line))
  expect(lines.at(-1)).toBe(LINES + 1)
  expect(lines.length + notes[0]!.dropped!).toBe(LINES + 2)
})

test('a full disk makes the platform unavailable, not an internal error', () => {
  let thrown: unknown
  try {
    writeFileSync(openSync(FULL, 'w'), 'x')
  } catch (error) {
    thrown = new Error('Cannot write the file', { cause: error })
  }
  const { code, retryAfterSeconds } = asDomainError(thrown)
  expect({ code, retryAfterSeconds }).toEqual({ code: 'service_unavailable', retryAfterSeconds: 5 })
})
