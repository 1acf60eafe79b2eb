import path from 'node:path'
import type { WorkerDeploymentOptions } from '@temporalio/worker'

/** The version of a worker, if an operator rolls versions out with Temporal's worker deployments. */
export interface Deployment {
  name: string
  /** If undefined, the version is named after the code of the workflows. */
  buildId: string | undefined
}

/** Enough of the bundle's hash to tell versions apart. */
const BUILD_ID_LENGTH = 12

/**
 * Running workflows move to the current version, and back with a rollback: they wait for months, and `patched()`
 * keeps their histories valid for newer code (docs/decisions/0017).
 */
export const deploymentOptions = (
  { name: deploymentName, buildId }: Deployment,
  bundle: { codePath: string },
): WorkerDeploymentOptions => ({
  version: {
    deploymentName,
    buildId: buildId ?? path.basename(bundle.codePath).slice(0, BUILD_ID_LENGTH),
  },
  useWorkerVersioning: true,
  defaultVersioningBehavior: 'AUTO_UPGRADE',
})
