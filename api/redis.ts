import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Logger } from '../providers/log/logger.ts'

/** A request waits no longer than this for Redis before its limit is counted in PostgreSQL. */
const COMMAND_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 2_000

export interface RedisStore extends Disposable {
  client: Redis
  /** Whether it can be asked now, for readiness. */
  status: () => 'ok' | 'down'
}

/**
 * The Redis or Valkey that counts rate limits. It may be away, at the start too: a limiter then counts
 * in PostgreSQL, so no command waits in a queue or is repeated.
 */
export const openRedis = async (url: string, log: Logger): Promise<RedisStore> => {
  const client = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  })
  let isAway = false
  client.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away: rate limits are counted in PostgreSQL')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: it counts the rate limits')
    isAway = false
  })
  // Rejects with the error that the listener above has logged.
  await once(client, 'ready').catch(() => undefined)
  return {
    client,
    status: () => (client.status === 'ready' ? 'ok' : 'down'),
    [Symbol.dispose]: () => client.disconnect(),
  }
}
