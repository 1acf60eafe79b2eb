import { proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SealedTrail } from './messages.ts'

// Sealers wait for each other and each round commits as a whole, so a retry is safe. A refusal, such as a
// trail that has lost its anchor, fails the run; the next run fails again.
const { sealTrail } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
})

/** Seals new entries of the audit trail, after the head of the previous run. Run by a schedule. */
export async function sealAuditTrail(): Promise<SealedTrail> {
  const { head: anchor } = lastRun()
  const sealed = await sealTrail(anchor ? { anchor } : {})
  const { seals, entries, refused, head } = sealed
  const trouble = refused > 0 ? `; refused for ${refused} tenants` : ''
  setCurrentDetails(
    `${entries} entries in ${seals} seals; head ${head?.number ?? 'none'}${trouble}`,
  )
  return sealed
}

/** A schedule passes on the result of this workflow's last successful run, even after failed ones. */
const lastRun = () => (workflowInfo().lastResult ?? {}) as Partial<SealedTrail>
