import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { startChild, whenReady } from '../../dev/child.ts'
import { identify } from '../../dev/processes.ts'
import { keepRunning } from '../../dev/supervisor.ts'
import { waitFor } from '../support/wait-for.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'therapy-dev-supervisor-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const start = () =>
  startChild({
    command: process.execPath,
    args: ['-e', 'console.log("last words"); setInterval(() => {}, 1000)'],
    logFile: path.join(dir, 'child.log'),
  })

test('the supervisor restarts a process that exits, and shows its last lines and its log', async () => {
  const said: string[] = []
  await using kept = await keepRunning('the child', start, (line) => said.push(line))
  const first = kept.current
  await waitFor(() => expect(first.output()).toContain('last words'))
  process.kill(first.pid, 'SIGKILL')
  await waitFor(() => expect(said.at(-1)).toContain('the child is running again'))
  expect(said[0]).toContain('the child ended unexpectedly (ended by SIGKILL)')
  expect(said[0]).toContain('last words')
  expect(said[0]).toContain(first.logFile)
  expect(identify(kept.current.pid)).toBeDefined()
})

test('a stopped process stays stopped', async () => {
  const said: string[] = []
  const kept = await keepRunning('the child', start, (line) => said.push(line))
  await kept[Symbol.asyncDispose]()
  expect(identify(kept.current.pid)).toBeUndefined()
  expect(said).toEqual([])
})

describe('a slow start', () => {
  const begin = (script: string) =>
    startChild({
      command: process.execPath,
      args: ['-e', script],
      logFile: path.join(dir, 'slow.log'),
    })
  const waiting = { what: 'the child', timeoutMs: 2_000, longestMs: 55_000 }
  const ready = (child: Awaited<ReturnType<typeof begin>>) => () =>
    child.output().includes('ready') || undefined

  test('may take as long as it makes progress', async () => {
    await using child = await begin(
      'while (process.cpuUsage().user < 3e6) for (let i = 0; i < 1e7; i += 1); console.log("ready"); setInterval(() => {}, 1000)',
    )
    expect(await whenReady(child, ready(child), waiting)).toBe(true)
  })

  test('is stopped if it only waits, together with its process', async () => {
    const child = await begin('setInterval(() => {}, 1000)')
    await expect(whenReady(child, ready(child), waiting)).rejects.toThrow('was not ready after')
    expect(identify(child.pid)).toBeUndefined()
  })

  test('is stopped at the final limit', async () => {
    const child = await begin('for (;;);')
    await expect(whenReady(child, ready(child), { ...waiting, longestMs: 5_000 })).rejects.toThrow(
      'was not ready after',
    )
  })
})
