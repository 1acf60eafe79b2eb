import pg from 'pg'

/** What this process sent to PostgreSQL. */
export interface SentWork {
  /** Messages with statements; several statements in one text count once. */
  statements: number
  /** Waits for an answer: statements that are sent together share one. */
  roundTrips: number
}

/** The part of pg's connection that writes to the socket, which its types omit. */
interface Wire {
  query: (this: Wire, ...options: unknown[]) => void
  execute: (this: Wire, ...options: unknown[]) => void
  sync: (this: Wire, ...options: unknown[]) => void
  once: (event: string, listener: () => void) => void
}

/** Counts what `work` sends over all connections of this process. */
export const countSent = async (work: () => Promise<unknown>): Promise<SentWork> => {
  const sent: SentWork = { statements: 0, roundTrips: 0 }
  const unanswered = new WeakMap<Wire, number>()
  const wait = (connection: Wire) => {
    const count = unanswered.get(connection) ?? 0
    if (count === 0) sent.roundTrips += 1
    unanswered.set(connection, count + 1)
    connection.once('readyForQuery', () =>
      unanswered.set(connection, unanswered.get(connection)! - 1),
    )
  }
  const wire = (pg as unknown as { Connection: { prototype: Wire } }).Connection.prototype
  const before = { ...ownMethods(wire) }
  const counting = (
    method: keyof typeof before,
    count: (connection: Wire) => void,
  ): Wire['query'] =>
    // eslint-disable-next-line func-names
    function (...options) {
      count(this)
      before[method].apply(this, options)
    }
  wire.query = counting('query', (connection) => {
    sent.statements += 1
    wait(connection)
  })
  wire.execute = counting('execute', () => (sent.statements += 1))
  wire.sync = counting('sync', wait)
  try {
    await work()
  } finally {
    Object.assign(wire, before)
  }
  return sent
}

const ownMethods = ({ query, execute, sync }: Wire) => ({ query, execute, sync })
