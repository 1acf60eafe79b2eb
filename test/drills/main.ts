/** Entry of `npm run drills`: breaks the platform on purpose and checks what must hold. */
import { randomBytes } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import { inspect, parseArgs } from 'node:util'
import { messageOf } from '../../dev/errors.ts'
import type { Drill } from './drill.ts'
import { DRILLS, LISTED_TESTS } from './index.ts'
import { seededRandom } from './random.ts'
import { openSite, type Site } from './site.ts'

interface Options {
  names: string[]
  quick: boolean
  /** Whether Temporal runs as a cluster. */
  cluster: boolean
  seed: string
}

const main = async (): Promise<boolean> => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      list: { type: 'boolean', default: false },
    },
  })
  const { quick, cluster, seed } = values
  if (values.list) list()
  else return runAll({ names, quick, cluster, seed })
  return true
}

const list = () => {
  const width = Math.max(...DRILLS.map(({ name }) => name.length)) + 2
  for (const { name, what, quick, cluster } of DRILLS)
    console.log(
      `${name.padEnd(width)}${what}${quick ? ' (quick)' : ''}${cluster ? ' (--cluster)' : ''}`,
    )
  console.log('\nProven by tests that bin/test runs:')
  for (const { what, files } of LISTED_TESTS) console.log(`${what}\n    ${files.join('\n    ')}`)
}

const selected = ({ names, quick, cluster }: Options): Drill[] => {
  const unknown = names.filter((name) => !DRILLS.some((drill) => drill.name === name))
  if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: see --list`)
  if (names.length > 0) return DRILLS.filter(({ name }) => names.includes(name))
  const possible = DRILLS.filter((drill) => cluster || !drill.cluster)
  return quick ? possible.filter((drill) => drill.quick) : possible
}

const runAll = async (options: Options): Promise<boolean> => {
  const drills = selected(options)
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(`${machine}, Node ${process.versions.node}, seed ${options.seed}`)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  await using site = await openSite({ cluster: options.cluster })
  const outcomes: Outcome[] = []
  for (const drill of drills) {
    outcomes.push(await Promise.race([runOne(drill, site, options), aborted(stopping.signal)]))
    if (stopping.signal.aborted) break
    await site.restore()
  }
  const count = (outcome: Outcome) => outcomes.filter((it) => it === outcome).length
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
  console.log(`\n${count('held')} of ${drills.length} drills held${skipped}`)
  return count('held') + count('skipped') === drills.length
}

type Outcome = 'held' | 'broken' | 'skipped'

/** Runs one drill and prints its figures, and each invariant that did not hold. */
const runOne = async (drill: Drill, site: Site, { quick, seed }: Options): Promise<Outcome> => {
  console.log(`\n▶ ${drill.name}: ${drill.what}`)
  const counts: [string, number | string][] = []
  const broken: string[] = []
  let checked = 0
  let skipped: string | undefined
  const beganAt = performance.now()
  try {
    await drill.run({
      site,
      quick,
      random: seededRandom(`${seed}/${drill.name}`),
      count: (name, value) => counts.push([name, value]),
      holds: (invariant, holds, found) => {
        checked += 1
        if (!holds) broken.push(`${invariant}: ${inspect(found, { depth: 4, breakLength: 120 })}`)
      },
      skip: (reason) => (skipped = reason),
      say: (line) => console.log(`  … ${line}`),
    })
  } catch (error) {
    broken.push(error instanceof Error ? (error.stack ?? messageOf(error)) : String(error))
  }
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
  console.log(`  ${counts.map(([name, value]) => `${name} ${value}`).join(' · ')}`)
  for (const line of broken) console.log(`  ✗ ${line}`)
  if (skipped !== undefined && broken.length === 0) {
    console.log(`  - skipped: ${skipped}`)
    return 'skipped'
  }
  const verdict = broken.length === 0 ? '✓ held' : '✗ BROKEN'
  console.log(`  ${verdict}: ${checked} checks in ${seconds} s`)
  return broken.length === 0 ? 'held' : 'broken'
}

const aborted = (signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('broken'), { once: true })
  })

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  process.stderr.write(`drills: ${messageOf(error)}\n`)
  process.exitCode = 1
}
