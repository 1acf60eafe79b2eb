import { randomUUID } from 'node:crypto'
import { activityInfo } from '@temporalio/activity'
import { Client, Connection } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import { expect, test } from 'vitest'
import { temporalAddress } from '../../support/servers.ts'
import { workflowBundle } from '../../../worker/bundle.ts'

test('retries in an activity what fails twice in the first workflow task', async () => {
  await using stack = new AsyncDisposableStack()
  const address = temporalAddress()
  const connection = await NativeConnection.connect({ address })
  stack.defer(() => connection.close())
  const caller = await Connection.connect({ address })
  stack.defer(() => caller.close())
  const isLocal: boolean[] = []
  const beginAgentRun = () => {
    isLocal.push(activityInfo().isLocal)
    if (isLocal.length < 4) throw new Error('The database is away')
    return { move: 'STOP' }
  }
  const taskQueue = `beginning-${randomUUID()}`
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await workflowBundle(),
    activities: { beginAgentRun },
  })
  const run = { workflowId: taskQueue, taskQueue, args: [{ tenantId: 'ten', subjectId: 'run' }] }
  await worker.runUntil(new Client({ connection: caller }).workflow.execute('agentRun', run))
  expect(isLocal).toEqual([true, true, false, false])
})
