import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../dev/child.ts'
import { identify } from '../../dev/processes.ts'
import { RunFile } from '../../dev/run-file.ts'

test('a process that cannot be recorded does not run', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-run-file-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const data = path.join(dir, 'data')
  const run = await RunFile.claim(data, () => undefined)
  let pid = 0
  const start = () =>
    startChild({
      command: 'sleep',
      args: ['60'],
      logFile: path.join(dir, 'sleep.log'),
      onSpawn: (spawned) => run.spawned('sleep', (pid = spawned)),
    })
  await using recorded = await start()
  expect(identify(recorded.pid)).toBeDefined()

  // Like on a full disk: the run file cannot be written.
  rmSync(data, { recursive: true })
  writeFileSync(data, '')
  await expect(start()).rejects.toThrow(data)
  await expect.poll(() => identify(pid)).toBeUndefined()
  expect(identify(recorded.pid)).toBeDefined()
})
