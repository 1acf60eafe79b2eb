import { fileURLToPath } from 'node:url'
import { Client, Connection } from '@temporalio/client'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type InjectedSinks,
} from '@temporalio/worker'
import { inParallel } from './temporal.ts'
import type { WaitingSinks } from './one-timer.workflow.ts'

const WORKFLOW = fileURLToPath(new URL('one-timer.workflow.ts', import.meta.url))
const TASK_QUEUE = 'bare'

/** Starts bare workflows with one timer each, in a worker of this process, and waits until all have it. */
export const openBareTimers = async (address: string) => {
  const stack = new AsyncDisposableStack()
  const connection = stack.adopt(await Connection.connect({ address }), (it) => it.close())
  const native = stack.adopt(await NativeConnection.connect({ address }), (it) => it.close())
  let left = 0
  let none = Promise.withResolvers<void>()
  const sinks: InjectedSinks<WaitingSinks> = {
    bench: {
      waiting: {
        fn: () => {
          left -= 1
          if (left === 0) none.resolve()
        },
      },
    },
  }
  const worker = await Worker.create({
    connection: native,
    taskQueue: TASK_QUEUE,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: WORKFLOW,
      logger: new DefaultLogger('WARN'),
    }),
    sinks,
  })
  const running = worker.run()
  stack.defer(async () => {
    worker.shutdown()
    await running
  })
  const client = new Client({ connection })
  let started = 0
  return {
    start: async (count: number, concurrency: number): Promise<void> => {
      left = count
      none = Promise.withResolvers<void>()
      await inParallel(count, concurrency, () => {
        started += 1
        const workflowId = `bare/${started}`
        return client.workflow.start('oneTimer', { taskQueue: TASK_QUEUE, workflowId })
      })
      await none.promise
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
