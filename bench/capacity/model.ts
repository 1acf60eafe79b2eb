/** How many processors and how much disk a number of centres takes, from what one unit of work costs. */

export type RequestKind = 'book' | 'retrieve' | 'list' | 'search' | 'change'

/** What one request costs, as `bench/unit-costs.ts` measures it. */
export interface RequestCosts {
  /** Processor time, in milliseconds. */
  apiMs: number
  postgresMs: number
  /** Write-ahead log. */
  walBytes: number
  /** Growth of the database. */
  diskBytes: number
}

/** What one unit of background work costs, as the bench of its name measures it, in milliseconds of processor time. */
export interface BackgroundCosts {
  workerMs: number
  temporalMs: number
  postgresMs: number
  /** Temporal's billed actions. */
  actions: number
}
export type BackgroundKind = 'lifecycle' | 'delivery' | 'agentRun'

export interface UnitCosts {
  requests: Readonly<Record<RequestKind, RequestCosts>>
  background: Readonly<Record<BackgroundKind, BackgroundCosts>>
}

/** What a centre does on a working day. */
export const CENTRE_DAY = {
  /** Six therapists with five visits each. */
  book: 30,
  /** Check-in, completion, and what moves. */
  change: 75,
  retrieve: 450,
  list: 150,
  search: 60,
  lifecycle: 30,
  /** To one endpoint. */
  delivery: 105,
  agentRun: 30,
} as const satisfies Record<RequestKind | BackgroundKind, number>

/** The part of a day's work in its busiest hour. */
export const PEAK_SHARE = 0.2
/** Processors are planned to be so busy at the peak. */
export const PLANNED_LOAD = 0.6
export const WORKING_DAYS = 250

const HOUR_SECONDS = 3_600
const GIB = 2 ** 30
const REQUEST_KINDS: readonly RequestKind[] = ['book', 'retrieve', 'list', 'search', 'change']
const BACKGROUND_KINDS: readonly BackgroundKind[] = ['lifecycle', 'delivery', 'agentRun']

export interface Need {
  centres: number
  /** At the peak. */
  requestsPerSecond: number
  bookingsPerSecond: number
  apiProcessors: number
  workerProcessors: number
  temporalProcessors: number
  postgresProcessors: number
  actionsPerSecond: number
  walMbPerSecond: number
  /** Transactions that PostgreSQL flushes. A group of them shares a flush. */
  commitsPerSecond: number
  diskGibPerYear: number
}

export const needOf = (centres: number, { requests, background }: UnitCosts): Need => {
  const perSecond = (kind: keyof typeof CENTRE_DAY) =>
    (centres * CENTRE_DAY[kind] * PEAK_SHARE) / HOUR_SECONDS
  const sum = <Kind extends keyof typeof CENTRE_DAY>(
    kinds: readonly Kind[],
    of: (kind: Kind) => number,
  ) => kinds.reduce((total, kind) => total + perSecond(kind) * of(kind), 0)
  const processors = (ms: number) => Math.max(1, Math.ceil(ms / 1_000 / PLANNED_LOAD))
  const writtenADay = REQUEST_KINDS.reduce(
    (bytes, kind) => bytes + CENTRE_DAY[kind] * requests[kind].diskBytes,
    0,
  )
  return {
    centres,
    requestsPerSecond: sum(REQUEST_KINDS, () => 1),
    bookingsPerSecond: perSecond('book'),
    apiProcessors: processors(sum(REQUEST_KINDS, (kind) => requests[kind].apiMs)),
    workerProcessors: processors(sum(BACKGROUND_KINDS, (kind) => background[kind].workerMs)),
    temporalProcessors: processors(sum(BACKGROUND_KINDS, (kind) => background[kind].temporalMs)),
    postgresProcessors: processors(
      sum(REQUEST_KINDS, (kind) => requests[kind].postgresMs) +
        sum(BACKGROUND_KINDS, (kind) => background[kind].postgresMs),
    ),
    actionsPerSecond: sum(BACKGROUND_KINDS, (kind) => background[kind].actions),
    walMbPerSecond: sum(REQUEST_KINDS, (kind) => requests[kind].walBytes) / 1e6,
    commitsPerSecond: sum(REQUEST_KINDS, () => 1) + sum(BACKGROUND_KINDS, () => 1),
    diskGibPerYear: (centres * WORKING_DAYS * writtenADay) / GIB,
  }
}
