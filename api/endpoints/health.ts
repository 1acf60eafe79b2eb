import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import type { Services } from '../services.ts'
import type { Serve } from './public-route.ts'

/** A backlog older than this says that nothing hands over: Temporal or the workers are down. */
const STALE_BACKLOG_SECONDS = 15

/** An answer of a moment ago says nothing. */
export const NOT_STORED = { 'Cache-Control': 'no-store' }

type Status = 'ok' | 'degraded' | 'down' | 'stopping'

/** `/healthz`: the process lives. */
export const answerHealth: Serve = (_, c) => c.json({ status: 'ok' }, 200, NOT_STORED)

/** `/readyz`: what it depends on; 503 only when it cannot serve. */
export const answerReadiness: Serve = async (services, c) => {
  const report = await readiness(services)
  const unready = report.status === 'down' || report.status === 'stopping'
  return c.json(report, unready ? 503 : 200, NOT_STORED)
}

/**
 * Writes are accepted while Temporal is down or a backlog waits for it: that is `degraded`, as is a
 * shortage. The endpoint is public, so the size of the backlog is on the metrics port alone.
 */
export const readiness = async (services: Services) => {
  const { platform, temporalStatus, redisStatus, stopping, shortages } = services
  const [database, temporal] = await Promise.all([databaseStatus(platform), temporalStatus()])
  const shortage = shortages.recent
  const redis = redisStatus?.()
  const degraded = temporal === 'down' || redis === 'down' || database.stale || shortage !== null
  const able: Status = database.status === 'down' ? 'down' : degraded ? 'degraded' : 'ok'
  const status = stopping?.() ? 'stopping' : able
  const dependencies = { database: database.status, temporal, ...(redis && { redis }) }
  return { status, dependencies, shortage }
}

const databaseStatus = async (platform: Services['platform']) => {
  try {
    const { oldestAgeSeconds } = await outboxBacklog(platform)
    return { status: 'ok' as const, stale: oldestAgeSeconds > STALE_BACKLOG_SECONDS }
  } catch {
    return { status: 'down' as const, stale: false }
  }
}
