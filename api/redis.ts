import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Logger } from '../providers/log/logger.ts'

/** How long a request waits for Redis before PostgreSQL is used for counting. */
const COMMAND_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 2_000

export interface RedisStore extends Disposable {
  client: Redis
  /** Whether Redis is available, for readiness. */
  status: () => 'ok' | 'down'
}

/**
 * Opens the Redis or Valkey for rate limits. It can be unavailable, even at the start; PostgreSQL then counts,
 * so commands are neither queued nor retried.
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
    if (!isAway)
      log.warn({ err: error }, 'Redis is unavailable: rate limits are counted in PostgreSQL')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is available again: it counts the rate limits')
    isAway = false
  })
  // Rejects with the error that the listener above logs.
  await once(client, 'ready').catch(() => undefined)
  return {
    client,
    status: () => (client.status === 'ready' ? 'ok' : 'down'),
    [Symbol.dispose]: () => client.disconnect(),
  }
}
