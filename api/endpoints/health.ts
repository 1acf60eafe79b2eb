import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import type { Services } from '../services.ts'
import type { Serve } from './public-route.ts'

/** A backlog older than this means that Temporal or the workers are down. */
const STALE_BACKLOG_SECONDS = 15

/** Responses are not stored, because an old one has no meaning. */
export const NOT_STORED = { 'Cache-Control': 'no-store' }

type Status = 'ok' | 'degraded' | 'down' | 'stopping'

/** `/healthz`: whether the process is alive. */
export const answerHealth: Serve = (_, c) => c.json({ status: 'ok' }, 200, NOT_STORED)

/** `/readyz`: the state of its dependencies; 503 only if it cannot serve. */
export const answerReadiness: Serve = async (services, c) => {
  const report = await readiness(services)
  const unready = report.status === 'down' || report.status === 'stopping'
  return c.json(report, unready ? 503 : 200, NOT_STORED)
}

/**
 * Without Temporal, or with a backlog, writes are still accepted: the state is `degraded`, as during a
 * shortage. The endpoint is public, so the size of the backlog is only on the port for metrics.
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
