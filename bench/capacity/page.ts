import { readFile } from 'node:fs/promises'
import {
  CENTRE_DAY,
  needOf,
  PEAK_SHARE,
  PLANNED_LOAD,
  WORKING_DAYS,
  type BackgroundCosts,
  type BackgroundKind,
  type Need,
  type RequestCosts,
  type RequestKind,
} from './model.ts'

const CENTRES = [1_000, 10_000, 100_000]

interface Measured<Costs> {
  measuredOn: string
  costs: Costs
}
const measured = async <Costs>(name: string): Promise<Measured<Costs>> =>
  JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), 'utf8')) as Measured<Costs>

const UNITS: Record<RequestKind | BackgroundKind, string> = {
  book: 'book an appointment',
  change: 'change or cancel an appointment',
  retrieve: 'retrieve a record',
  list: 'list 20 records',
  search: 'search the free times of three therapists in a week',
  lifecycle: 'begin the follow-ups of a booking',
  delivery: 'deliver an event to an endpoint',
  agentRun: 'an agent run of three nodes',
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, ['---', ...head.slice(1).map(() => '---:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const number = (value: number) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** The lines of the table of needs. */
const NEEDS: readonly [name: string, of: (need: Need) => number][] = [
  ['requests a second', ({ requestsPerSecond }) => requestsPerSecond],
  ['of them bookings', ({ bookingsPerSecond }) => bookingsPerSecond],
  ['processors of API processes', ({ apiProcessors }) => apiProcessors],
  ['processors of workers', ({ workerProcessors }) => workerProcessors],
  ['processors of Temporal with its database', ({ temporalProcessors }) => temporalProcessors],
  ['processors of PostgreSQL', ({ postgresProcessors }) => postgresProcessors],
  ['Temporal actions a second', ({ actionsPerSecond }) => actionsPerSecond],
  ['write-ahead log, MB a second', ({ walMbPerSecond }) => walMbPerSecond],
  ['commits a second', ({ commitsPerSecond }) => commitsPerSecond],
  ['growth of the database, GiB a year', ({ diskGibPerYear }) => diskGibPerYear],
]

export const capacityPage = async (): Promise<string> => {
  const requests = await measured<Record<RequestKind, RequestCosts>>('requests')
  const background = await measured<Record<BackgroundKind, BackgroundCosts>>('background')
  const needs = CENTRES.map((centres) =>
    needOf(centres, { requests: requests.costs, background: background.costs }),
  )
  const ofRequests = Object.entries(requests.costs).map(([kind, costs]) => [
    UNITS[kind as RequestKind],
    costs.apiMs,
    costs.postgresMs,
    costs.walBytes,
    costs.diskBytes,
  ])
  const ofBackground = Object.entries(background.costs).map(([kind, costs]) => [
    UNITS[kind as BackgroundKind],
    costs.workerMs,
    costs.temporalMs,
    costs.postgresMs,
    costs.actions,
  ])
  return `# Capacity

Use this page to plan how many processors and how much disk a number of centres needs. \`node bench/capacity.ts\` computes it from measured costs. The
figures for many centres are linear estimates: nobody has run so many. Measure your own traffic with [monitoring](monitoring.md) before you buy.

## A working day of a centre

Six therapists with five visits each, one webhook endpoint, and one agent that runs for each visit:

${table(
  ['', 'a day'],
  Object.entries(CENTRE_DAY).map(([kind, count]) => [UNITS[kind as RequestKind], count]),
)}

The busiest hour has ${PEAK_SHARE * 100} % of a day's work. Processors are ${PLANNED_LOAD * 100} % busy in it. A year has ${WORKING_DAYS} working days.

## What one request costs

Measured on ${requests.measuredOn} by \`node bench/unit-costs.ts\` on two virtual cores: milliseconds of processor time, and bytes.

${table(['to', 'API', 'PostgreSQL', 'write-ahead log', 'on disk'], ofRequests)}

## What work in the background costs

Measured on ${background.measuredOn} by the benches \`lifecycles\`, \`webhooks\` and \`agents\`: milliseconds of processor time, and what Temporal Cloud bills as
actions. Temporal was the development server, with its store in the same process. Later steps of follow-ups, such as reminders, come on top.

${table(['to', 'worker', 'Temporal', 'PostgreSQL', 'actions'], ofBackground)}

## What centres need at their peak

${table(
  ['centres', ...CENTRES.map((count) => count.toLocaleString('en-GB'))],
  NEEDS.map(([name, of]) => [name, ...needs.map((need) => number(of(need)))]),
)}

Plan at least two API processes and two workers, on two machines, so that one can fail. Audit entries of reads and writes are part
of the growth. Files, follow-ups, messages, deliveries and agent runs come on top.

## What reaches its limit first

1. **API and workers** grow by adding processes. An API process uses one processor. Each opens up to 3 × \`DATABASE_POOL_SIZE\` connections.
2. **PostgreSQL** is one primary server. Up to its largest machine, give it more processors; a flush of the log is shared by the commits that wait for it. Beyond that,
   divide centres among several installations: no record, key or event belongs to two centres.
3. **The relay** is one leader among the workers. It hands over events and starts workflows in bulk; \`therapy_outbox_oldest_age_seconds\` shows when it falls behind.
4. **Temporal** is bound by its history shards, whose number cannot be changed later. The Compose file has 128. As a rule of thumb, choose 512 for 10,000
   centres and 4,096 for 100,000, and separate its frontend, history, matching and worker services before you add machines. See
   [Temporal's checklist](https://docs.temporal.io/self-hosted-guide/production-checklist).
`
}
