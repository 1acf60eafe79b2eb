import { Worker, type CompiledWorkerOptions, type Logger } from '@temporalio/worker'
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js'
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js'

type Bundle = WorkflowBundleWithSourceMapAndFilename

/**
 * A class of workers that run their workflows in one thread. By default each worker has its own, which takes
 * 40 MB and a quarter of a second of processor time to start.
 *
 * @param activities The activities of all these workers: a sandbox refuses names of local activities that it does not know.
 */
export const workersWithOneSandbox = (activities: object) => {
  let bundle: Promise<Bundle | undefined> | undefined
  let sandbox: Promise<WorkflowCreator> | undefined
  let users = 0

  return class extends Worker {
    protected static override getOrCreateBundle(options: CompiledWorkerOptions, logger: Logger) {
      return (bundle ??= super.getOrCreateBundle(options, logger))
    }

    protected static override async createWorkflowCreator(
      code: Bundle,
      options: CompiledWorkerOptions,
      logger: Logger,
    ): Promise<WorkflowCreator> {
      const all = { ...options, activities: new Map(Object.entries(activities)) }
      sandbox ??= super.createWorkflowCreator(code, all, logger)
      users += 1
      const shared = await sandbox
      return {
        createWorkflow: (workflow) => shared.createWorkflow(workflow),
        // The last worker to stop ends the thread.
        destroy: async () => {
          users -= 1
          if (users === 0) await shared.destroy()
        },
      }
    }
  }
}
