/** What processes keep in memory, and what requests allocate: memory.md has the limits. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../dev/ports.ts'
import { startService } from '../../dev/services.ts'
import { createWorld, type World } from '../contract/world.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import { createNamespace } from '../workflows/support.ts'
import { budgetIn, type Costs } from './budget.ts'
import { processEnv } from '../support/process-env.ts'

const COLUMNS = ['modules', 'heapKb', 'threads', 'allocatedKb'] as const
type Row = Record<(typeof COLUMNS)[number], number>
/** What a row does not count has no limit. */
const UNCOUNTED: Row = {
  modules: Infinity,
  heapKb: Infinity,
  threads: Infinity,
  allocatedKb: Infinity,
}

/** How much more than the table a value may be. */
const SCATTER = { modules: 1.1, heapKb: 1.1, threads: 1, allocatedKb: 1.25 }

const { read, write } = budgetIn('memory.md', COLUMNS)
const measured: Costs<keyof Row> = {}
let budget: Costs<keyof Row>
let api: TestApi
let centre: World
const stack = new AsyncDisposableStack()
const dir = mkdtempSync(path.join(tmpdir(), 'therapy-memory-'))

beforeAll(async () => {
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  budget = await read()
  api = stack.use(await startApi())
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  if (process.env['WRITE_BUDGET']) await write(measured)
  await stack.disposeAsync()
})

const isMeasured = (cost: Row) => COLUMNS.filter((column) => Number.isFinite(cost[column]))

const compare = (what: string, counted: Partial<Row>) => {
  const row = { ...UNCOUNTED, ...counted }
  measured[what] = row
  if (process.env['WRITE_BUDGET']) return expect(isMeasured(row)).not.toEqual([])
  const limits = budget[what]!
  expect(isMeasured(row)).toEqual(isMeasured(limits))
  for (const column of isMeasured(row))
    expect(row[column], `${what}: ${column}`).toBeLessThanOrEqual(limits[column] * SCATTER[column])
}

/** Counts what a process starts, and on SIGUSR2 writes that and what it keeps. JavaScript, because Node's compiler would count. */
const REPORTING = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  import { isMainThread } from 'node:worker_threads'

  if (isMainThread) {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    let [modules, threads] = [0, 0]
    registerHooks({
      load: (url, context, nextLoad) => {
        if (!url.startsWith('node:')) modules += 1
        return nextLoad(url, context)
      },
    })
    process.on('worker', () => (threads += 1))
    process.on('SIGUSR2', () => {
      collectGarbage()
      const heapKb = Math.round(process.memoryUsage().heapUsed / 1024)
      writeFileSync(process.env.MEMORY_REPORT, JSON.stringify({ modules, heapKb, threads }))
    })
  }
`)}`

describe('at rest, after a garbage collection', () => {
  test.for(['api', 'worker'] as const)('the %s', async (kind) => {
    await using database = await createDatabase()
    const report = path.join(dir, `${kind}.json`)
    await using service = await startService({
      name: kind,
      entry: `${kind}/main.ts`,
      ...(kind === 'api' && { port: await freePort() }),
      logFile: path.join(dir, `${kind}.log`),
      env: {
        ...processEnv(database, path.join(dir, 'files')),
        TEMPORAL_NAMESPACE: await createNamespace(temporalAddress()),
        NODE_OPTIONS: `--import="${REPORTING}"`,
        MEMORY_REPORT: report,
      },
      onSpawn: () => undefined,
    })
    process.kill(service.pid, 'SIGUSR2')
    await expect.poll(() => readReport(report)).toBeDefined()
    compare(`keep the ${kind} at rest`, readReport(report)!)
  })
})

const readReport = (file: string): Partial<Row> | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Row>
  } catch {
    return undefined
  }
}

const REQUESTS = { before: 30, counted: 60 }
/** On a busy machine, timers and connections add to some turns. */
const TURNS = 3

/** What each call allocates at least. */
const allocatedBy = async (call: () => Promise<unknown>): Promise<number> => {
  for (let made = 0; made < REQUESTS.before; made += 1) await call()
  const turns: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) turns.push(await allocatedInTurn(call))
  return Math.min(...turns)
}

/** Found by sampling. */
const allocatedInTurn = async (call: () => Promise<unknown>): Promise<number> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 4096,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    })
    for (let made = 0; made < REQUESTS.counted; made += 1) await call()
    const { profile } = await session.post('HeapProfiler.stopSampling')
    return Math.round(sizeOf(profile.head) / 1024 / REQUESTS.counted)
  } finally {
    session.disconnect()
  }
}

interface Allocations {
  selfSize: number
  children: Allocations[]
}
const sizeOf = ({ selfSize, children }: Allocations): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize)

describe('allocated by a request', () => {
  let hours = 0
  /** A different hour on each call, so that bookings do not overlap. */
  const bookingOfOne = async () => {
    const booking = await centre.booking()
    return () => {
      hours += 1
      const startsAt = new Date(Date.UTC(2026, 11, 1) + hours * 3_600_000).toISOString()
      return centre.make('/v1/appointments', { ...booking, startsAt })
    }
  }

  test('to retrieve an appointment', async () => {
    const { id } = await (await bookingOfOne())()
    const call = () => centre.client.get(`/v1/appointments/${id}`)
    compare('retrieve an appointment', { allocatedKb: await allocatedBy(call) })
  })

  test('to book one', async () => {
    const book = await bookingOfOne()
    compare('book an appointment', { allocatedKb: await allocatedBy(book) })
  })
})
