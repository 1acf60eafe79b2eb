import { systemContext } from '../core/context/context.ts'
import type { OpenPlatform } from '../core/context/platform.ts'
import { systemSql } from '../identity/system-sql.ts'
import { tidyFiles, type TidyReport } from './tidy-files.ts'

export interface TidyOptions {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  signal?: AbortSignal
  onTidied: (tenantId: string, report: TidyReport) => void
}

/**
 * Tidies the files of every tenant. A failure does not stop the others; errors are thrown at the end. Returns
 * the folders that belong to no tenant, which it leaves alone. Called by a schedule.
 */
export const tidyAllFiles = async (
  platform: OpenPlatform,
  { workflowId, signal, onTidied }: TidyOptions,
): Promise<string[]> => {
  const rows = await systemSql(platform)<{ id: string }>(TENANTS)
  const tenantIds = rows.map(({ id }) => id)
  const failures: unknown[] = []
  for (const tenantId of tenantIds) {
    signal?.throwIfAborted()
    const act = { tenantId, action: 'tidyFiles', ...(workflowId && { workflowId }) }
    try {
      onTidied(
        tenantId,
        await tidyFiles({ ...systemContext(platform, act), whileSuspended: true }, signal),
      )
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Several tenants could not be tidied')
  const folders = await platform.files.folders()
  return folders.filter((folder) => !tenantIds.includes(folder))
}

const TENANTS = {
  name: 'tenants_with_files',
  text: 'SELECT tenant_id AS id FROM tenants ORDER BY tenant_id',
}
