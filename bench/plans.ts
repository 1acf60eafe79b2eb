/**
 * The plans of the thirty statements that run most often, in a database with 10,000,000 appointments of 2,000 centres.
 * `node bench/plans.ts [appointments]`. Fills the database once (an hour, 25 GB, in the cache folder) and writes
 * bench/plans.md, and the statistics from which test/cost/plans.test.ts has PostgreSQL plan the same way. Goal: no
 * statement reads a large table from end to end, or discards more than 1,000 rows.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { withRole } from '../dev/environment.ts'
import { cacheDir } from '../dev/paths.ts'
import { startPostgres } from '../dev/postgres.ts'
import { migrate } from '../prisma/migrate.ts'
import { createWorld } from '../test/contract/world.ts'
import { KIND_NAMES, KINDS, openSetting, type Kind } from '../test/cost/kinds.ts'
import { STATISTICS } from '../test/cost/large-tables.ts'
import { recordPlans, type RecordedPlan } from '../test/cost/record-plans.ts'
import { startApi } from '../test/support/api.ts'
import { readLargeTables, wholeReads } from '../test/support/whole-reads.ts'
import { CENTRE_DAY } from './capacity/model.ts'
import { fillLargeDatabase, LARGEST_CENTRE } from './support/large-database.ts'
import { plansPage, type Statement } from './support/plans-page.ts'
import { statisticsOf } from './support/table-statistics.ts'

const ALL = 10_000_000
const APPOINTMENTS = Number(process.argv[2] ?? ALL)
const PASSWORD = 'bench'
const WARM_UPS = 6
const HOTTEST = 30

/** How often a centre does this on a day. */
const A_DAY: Record<Kind, number> = {
  'retrieve an appointment': CENTRE_DAY.retrieve,
  'list 20 appointments': CENTRE_DAY.list,
  'list the free slots of a week': CENTRE_DAY.search,
  'book an appointment': CENTRE_DAY.book,
  'hold a slot': 5,
  'refuse a slot that is taken': 5,
  'reschedule an appointment': 5,
  'cancel an appointment': 5,
  'register a child': 1,
  'change a child': 5,
  'sign a note': 25,
  'hand an event to an endpoint': CENTRE_DAY.delivery,
  'deliver an event': CENTRE_DAY.delivery,
  'start an agent run': CENTRE_DAY.agentRun,
  'carry out an agent run of three nodes': CENTRE_DAY.agentRun,
}

await using stack = new AsyncDisposableStack()
const dataDir = cacheDir('plans', String(APPOINTMENTS))
const filled = path.join(dataDir, 'filled')
mkdirSync(dataDir, { recursive: true })
const { ownerUrl } = stack.use(await startPostgres({ dataDir, durable: false }))
await migrate(ownerUrl, { appPassword: PASSWORD, systemPassword: PASSWORD })
const owner = stack.adopt(new pg.Client(ownerUrl), (client) => client.end())
await owner.connect()
if (!existsSync(filled)) {
  await fillLargeDatabase(owner, APPOINTMENTS, console.log)
  await writeFile(filled, '')
}

const api = stack.use(
  await startApi({
    database: {
      ownerUrl,
      appUrl: withRole(ownerUrl, 'therapy_app', PASSWORD),
      systemUrl: withRole(ownerUrl, 'therapy_system', PASSWORD),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    // The same in each run, which reads what an earlier one sealed.
    encryptionKeys: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    webhookAllowedRanges: ['127.0.0.0/8'],
  }),
)
const record = await recordPlans(api, { analyze: true })
const client = await api.createClient(LARGEST_CENTRE)
const setting = stack.use(await openSetting(api, createWorld(api, client)))

const statements = new Map<string, Statement>()
const add = (kind: Kind, { text, plan, ms }: RecordedPlan) => {
  const known = statements.get(text) ?? { text, plan, ms, kinds: new Set(), aDay: 0 }
  known.kinds.add(kind)
  known.aDay += A_DAY[kind]
  statements.set(text, known)
}
for (const kind of KIND_NAMES) {
  const work = await KINDS[kind](setting)
  for (let run = 0; run < WARM_UPS; run += 1) await work()
  for (const plan of await record(work)) add(kind, plan)
  console.log(kind)
}

const largeTables = await readLargeTables(api)
const readsATable = ({ plan }: Statement) => JSON.stringify(plan).includes('Relation Name')
const hottest = [...statements.values()]
  .filter(readsATable)
  .toSorted((a, b) => b.aDay - a.aDay || (a.text < b.text ? -1 : 1))
  .slice(0, HOTTEST)
if (APPOINTMENTS === ALL) {
  await writeFile(STATISTICS, await statisticsOf(owner))
  await writeFile(new URL('plans.md', import.meta.url), plansPage(hottest))
} else console.log(plansPage(hottest))

const found = [...statements.values()].flatMap(({ text, plan }) =>
  wholeReads(plan, largeTables).map((it) => `${it}: ${text.trim().slice(0, 200)}`),
)
console.log(`${statements.size} statements, ${found.length} read too much`)
for (const it of found) console.log(it)
if (found.length > 0) process.exitCode = 1
