/** A Temporal server whose ports are taken while it starts. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { temporalCli } from '../../dev/temporal-cli.ts'
import { startTemporal } from '../../dev/temporal.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'therapy-care-temporal-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

test('Temporal restarts with other ports if its port is taken, and reports it', async () => {
  const real = await temporalCli()
  const marker = path.join(dir, 'tried')
  const taken = 'Failed to start gRPC listener: bind: address already in use'
  const stand = path.join(dir, 'temporal')
  writeFileSync(
    stand,
    `#!/bin/sh\n[ -e '${marker}' ] && exec '${real}' "$@"\ntouch '${marker}'\necho '${taken}'\nexit 2\n`,
  )
  chmodSync(stand, 0o755)
  vi.stubEnv('PATH', `${dir}:${process.env['PATH']}`)
  const said: string[] = []
  await using server = await startTemporal({
    dataDir: path.join(dir, 'data'),
    inMemory: true,
    headless: true,
    log: (line) => said.push(line),
  })
  expect(said).toEqual([expect.stringContaining('once more')])
  expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/)
})
