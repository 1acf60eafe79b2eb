import { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker } from '@temporalio/worker'
import { describe, expect, test } from 'vitest'

import { timeSkippingServer } from '../support/servers.ts'

const path = timeSkippingServer()

describe.skipIf(!path)('the time-skipping server', () => {
  test('finishes a workflow that sleeps for a month within seconds', async () => {
    const executable = { type: 'existing-path', path: path ?? '' } as const
    const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
    try {
      const worker = await Worker.create({
        connection: environment.nativeConnection,
        taskQueue: 'months',
        workflowsPath: new URL('month.workflow.ts', import.meta.url).pathname,
      })
      const slept = await worker.runUntil(
        environment.client.workflow.execute('sleepForAMonth', {
          taskQueue: 'months',
          workflowId: 'month',
        }),
      )
      expect(slept).toBeGreaterThanOrEqual(30 * 24 * 3_600_000)
    } finally {
      await environment.teardown()
    }
  })
})
