import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { bundled, ENTRIES, type Entry } from '../../build/processes.ts'
import { root } from '../../dev/paths.ts'
import { NODE_FLAGS } from '../../dev/services.ts'

/** Prints the stack of what first writes to stderr, here why the process cannot start, and exits. */
const PRINTS_A_STACK = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module'
  import process from 'node:process'

  process.stderr.write = (text) => {
    process.stdout.write(new Error(text).stack)
    process.exit()
  }
  syncBuiltinESMExports()
`)}`

describe('a bundle of a process', () => {
  test('is built once for its sources', async () => {
    const [first, again] = await Promise.all([bundled('api/main.ts'), bundled('api/main.ts')])
    expect(again).toBe(first)
    expect(path.dirname(await bundled('worker/main.ts'))).toBe(path.dirname(first))
  })

  test.for(Object.values(ENTRIES))('%s names sources in stack traces', async (entry: Entry) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...NODE_FLAGS, '--import', PRINTS_A_STACK, await bundled(entry)],
      { env: {}, cwd: root },
    )
    const lines = readFileSync(path.join(root, entry), 'utf8').split('\n')
    const writes = lines.findIndex((line) => line.includes('process.stderr.write(')) + 1
    expect(stdout).toContain(`/${entry}:${writes}:`)
    expect(stdout).not.toMatch(/\.mjs:/)
  })
})
