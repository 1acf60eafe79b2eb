import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './http/call.ts'
import type { Services } from './services.ts'
import { outboxBacklog } from '../domain/outbox/backlog.ts'

/** A backlog older than this says that nothing hands over: Temporal or the workers are down. */
const STALE_BACKLOG_SECONDS = 15

type Status = 'ok' | 'degraded' | 'down' | 'stopping'

/** `/healthz`: the process lives. `/readyz`: what it depends on; 503 only when it cannot serve. */
export const mountHealth = (app: OpenAPIHono<HttpEnv>, services: Services) => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const report = await readiness(services)
    const unready = report.status === 'down' || report.status === 'stopping'
    return c.json(report, unready ? 503 : 200)
  })
}

/**
 * Writes are accepted while Temporal is down: that is `degraded`, and the backlog tells how much waits.
 * So is a shortage: reads may still work, and only requests that come find out when it has ended.
 */
const readiness = async ({ platform, temporalStatus, stopping, shortages }: Services) => {
  const [database, temporal] = await Promise.all([databaseStatus(platform), temporalStatus()])
  const stale = (database.outbox?.oldestAgeSeconds ?? 0) > STALE_BACKLOG_SECONDS
  const shortage = shortages.recent
  const degraded = temporal === 'down' || stale || shortage !== null
  const able: Status = database.status === 'down' ? 'down' : degraded ? 'degraded' : 'ok'
  const status = stopping?.() ? 'stopping' : able
  const dependencies = { database: database.status, temporal }
  return { status, dependencies, shortage, outbox: database.outbox }
}

const databaseStatus = async (platform: Services['platform']) => {
  try {
    return { status: 'ok' as const, outbox: await outboxBacklog(platform) }
  } catch {
    return { status: 'down' as const, outbox: null }
  }
}
