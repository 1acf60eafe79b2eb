import pg from 'pg'
import { Agent, request } from 'undici'
import { inParallel } from './temporal.ts'

const CONCURRENCY = 32
const body = JSON.stringify({ id: 'evt_bench', type: 'child.registered', data: {} })

/** The bare limit: the same POSTs from a loop that keeps nothing. Returns their rate per second. */
export const plainLoop = async (url: string, events: number): Promise<number> => {
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const beganAt = performance.now()
  await inParallel(events, CONCURRENCY, () => post(url, dispatcher))
  const seconds = (performance.now() - beganAt) / 1_000
  await dispatcher.close()
  return events / seconds
}

/** What most home-made outboxes are: claim with SKIP LOCKED, POST unsigned, mark as done. */
export const skipLockedLoop = async (
  ownerUrl: string,
  url: string,
  events: number,
): Promise<number> => {
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const client = new pg.Client(ownerUrl)
  await client.connect()
  await client.query(
    'CREATE TABLE IF NOT EXISTS bare.queue (id bigserial PRIMARY KEY, body text, done_at timestamptz)',
  )
  const beganAt = performance.now()
  await client.query('INSERT INTO bare.queue (body) SELECT $1 FROM generate_series(1, $2::int)', [
    body,
    events,
  ])
  for (let left = events; left > 0;) {
    await client.query('BEGIN')
    const { rows } = await client.query<{ id: string }>(
      'SELECT id, body FROM bare.queue WHERE done_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [CONCURRENCY],
    )
    await Promise.all(rows.map(() => post(url, dispatcher)))
    await client.query('UPDATE bare.queue SET done_at = now() WHERE id = ANY($1)', [
      rows.map(({ id }) => id),
    ])
    await client.query('COMMIT')
    left -= rows.length
  }
  const seconds = (performance.now() - beganAt) / 1_000
  await client.end()
  await dispatcher.close()
  return events / seconds
}

const post = async (url: string, dispatcher: Agent): Promise<void> => {
  const answer = await request(url, { method: 'POST', body, dispatcher })
  await answer.body.dump()
}
