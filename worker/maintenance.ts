import { Counter, Gauge, type Registry } from 'prom-client'
import type { MaintenanceObserver } from '../activities/activity-deps.ts'
import { formatAnchor } from '#platform/audit/anchor.ts'
import { RETAINED_NAMES } from '#platform/maintenance/retention.ts'
import type { Logger } from '../providers/log/logger.ts'

/** Logs and counts results of maintenance. A possible attack on the audit trail is logged as an error. */
export const observeMaintenance = (log: Logger, registry: Registry): MaintenanceObserver => {
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const entries = counter('therapy_audit_sealed_entries_total', 'Audit entries sealed')
  const refusals = counter(
    'therapy_audit_seal_refusals_total',
    'Seals refused because sealed entries are missing, by what is missing',
    'scope',
  )
  // Set from the start, so that an alert on an increase sees the first one.
  for (const scope of ['tenant', 'trail']) refusals.inc({ scope }, 0)
  const deleted = counter(
    'therapy_purged_rows_total',
    'Rows deleted or blanked at the end of their retention',
    'what',
  )
  for (const what of RETAINED_NAMES) deleted.inc({ what }, 0)
  const files = counter('therapy_files_removed_total', 'Files removed from the store', 'why')
  for (const why of ['given_up', 'abandoned']) files.inc({ why }, 0)
  const missing = counter(
    'therapy_files_missing_total',
    'Records without their file, counted at each hourly check',
  )
  const unclaimed = counter(
    'therapy_files_unclaimed_total',
    'Files that no record names, left in place because there are many, counted at each hourly check',
  )
  const purgedAt = new Gauge({
    name: 'therapy_purge_completed_timestamp_seconds',
    help: 'When this process last completed a purge; 0 before the first',
    registers: [registry],
  })
  return {
    sealed: ({ seals, entries: count, refused, head }) => {
      entries.inc(count)
      refusals.inc({ scope: 'tenant' }, refused.length)
      const level = seals > 0 ? 'info' : 'debug'
      log[level]({ seals, entries: count, head: head && formatAnchor(head) }, 'audit trail sealed')
      for (const { tenantId, reason } of refused) {
        log.error({ tenantId, reason }, 'audit trail of a tenant not sealed')
      }
    },
    notSealed: (error) => {
      refusals.inc({ scope: 'trail' })
      log.error({ err: error }, 'audit trail not sealed')
    },
    purged: (what, rows) => {
      deleted.inc({ what }, rows)
      if (rows > 0) log.info({ what, rows }, 'purged')
    },
    tidied: (tenantId, { removed, abandoned, ...found }) => {
      files.inc({ why: 'given_up' }, removed)
      files.inc({ why: 'abandoned' }, abandoned)
      missing.inc(found.missing.length)
      unclaimed.inc(found.unclaimed)
      if (removed + abandoned > 0) log.info({ tenantId, removed, abandoned }, 'files tidied')
      for (const id of found.missing) log.error({ tenantId, id }, 'file missing from the store')
      if (found.unclaimed > 0)
        log.error({ tenantId, files: found.unclaimed }, 'files that no record names were left')
    },
    strangeFolders: (folders) => {
      unclaimed.inc(folders.length)
      log.error({ folders: folders.length }, 'the file store has folders that belong to no tenant')
    },
    centreRemoved: (tenantId, removal) => {
      log.info({ tenantId, ...removal }, 'closed centre removed')
    },
    purgedAll: (at) => purgedAt.set(at.getTime() / 1_000),
  }
}
