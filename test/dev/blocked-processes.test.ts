import { mkdtempSync, rmSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { freePort } from '../../dev/ports.ts'
import { identify } from '../../dev/processes.ts'
import { startService, type ServiceOptions } from '../../dev/services.ts'
import { keepRunning } from '../../dev/supervisor.ts'
import { createNamespace } from '../workflows/support.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { processEnv } from '../support/process-env.ts'

/** Blocked or unresponsive processes exit and are replaced. */

const dir = mkdtempSync(path.join(tmpdir(), 'therapy-blocked-'))
const stack = new AsyncDisposableStack()
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const database = stack.use(await createDatabase())
  env = {
    ...processEnv(database, path.join(dir, 'files')),
    TEMPORAL_NAMESPACE: await createNamespace(temporalAddress()),
  }
})
afterAll(() => stack.disposeAsync())

const LIMIT = { timeout: 600_000 }
const KINDS = ['api', 'worker'] as const
let logs = 0

const optionsOf = async (kind: (typeof KINDS)[number]): Promise<ServiceOptions> => ({
  name: kind,
  entry: `${kind}/main.ts`,
  ...(kind === 'api' && { port: await freePort() }),
  logFile: path.join(dir, `${kind}-${(logs += 1)}.log`),
  env,
  onSpawn: () => undefined,
})

/** Blocks the event loop of the importing process on request, without using the processor. */
const BLOCKING = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
)}`

/** In parallel, because each waits for seconds. */
describe.concurrent('a process of ours', () => {
  test.for(KINDS)(
    'the %s exits when its event loop is blocked',
    LIMIT,
    async (kind, { expect }) => {
      const options = await optionsOf(kind)
      const blocked = { ...env, NODE_OPTIONS: `--import="${BLOCKING}"` }
      const service = stack.use(await startService({ ...options, env: blocked }))
      process.kill(service.pid, 'SIGUSR2')
      expect(await service.exited).toBe('ended by SIGKILL')
      expect(readFileSync(options.logFile, 'utf8')).toContain('event loop blocked for 10 s')
    },
  )

  test.for(KINDS)(
    'the %s is restarted when it runs but does not respond',
    LIMIT,
    async (kind, { expect }) => {
      const options = await optionsOf(kind)
      const said: string[] = []
      const health = { everyMs: 200, failures: 3 }
      const start = () => startService(options)
      await using kept = await keepRunning(kind, start, (line) => said.push(line), health)
      const first = kept.current
      process.kill(first.pid, 'SIGSTOP')
      await waitFor(() => expect(said.at(-1)).toContain(`${kind} is running again`))
      expect(said[0]).toBe(`${kind} (process ${first.pid}) does not answer; stopping it`)
      expect(identify(first.pid)).toBeUndefined()
      expect(await kept.current.isHealthy!()).toBe(true)
    },
  )

  test(
    'a start that cannot be recorded leaves no process behind, even repeatedly',
    LIMIT,
    async ({ expect }) => {
      const options = await optionsOf('worker')
      const pids: number[] = []
      let isFull = false
      const start = () =>
        startService({
          ...options,
          onSpawn: (pid) => {
            pids.push(pid)
            if (isFull) throw new Error('ENOSPC: no space left on device')
          },
        })
      const said: string[] = []
      await using kept = await keepRunning('worker', start, (line) => said.push(line))
      isFull = true
      process.kill(kept.current.pid, 'SIGKILL')
      await waitFor(() => expect(pids.length).toBeGreaterThan(3))
      isFull = false
      await waitFor(() => expect(said.at(-1)).toContain('worker is running again'))
      expect(said).toContainEqual(expect.stringContaining('ENOSPC'))
      expect(pids.filter((pid) => identify(pid))).toEqual([kept.current.pid])
    },
  )
})
