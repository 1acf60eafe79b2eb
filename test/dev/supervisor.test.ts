import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, expect, test, vi } from 'vitest'

import { startChild } from '../../dev/child.ts'
import { identify } from '../../dev/processes.ts'
import { keepRunning } from '../../dev/supervisor.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'therapy-dev-supervisor-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const start = () =>
  startChild({
    command: process.execPath,
    args: ['-e', 'console.log("last words"); setInterval(() => {}, 1000)'],
    logFile: path.join(dir, 'child.log'),
  })

test('what ends by itself is started again, and its last lines and its log are shown', async () => {
  const said: string[] = []
  await using kept = await keepRunning('the child', start, (line) => said.push(line))
  const first = kept.current
  await vi.waitFor(() => expect(first.output()).toContain('last words'))
  process.kill(first.pid, 'SIGKILL')
  await vi.waitFor(() => expect(said.at(-1)).toContain('the child runs again'), 10_000)
  expect(said[0]).toContain('the child ended unexpectedly (ended by SIGKILL)')
  expect(said[0]).toContain('last words')
  expect(said[0]).toContain(first.logFile)
  expect(identify(kept.current.pid)).toBeDefined()
})

test('what is stopped stays stopped', async () => {
  const said: string[] = []
  const kept = await keepRunning('the child', start, (line) => said.push(line))
  await kept[Symbol.asyncDispose]()
  expect(identify(kept.current.pid)).toBeUndefined()
  expect(said).toEqual([])
})
