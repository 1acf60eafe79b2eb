/**
 * How to change a workflow with runs in progress (docs/decisions/0017), shown with a small one:
 * `patching/before`, and `after` with its patch. The histories are created here.
 */
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { DeterminismViolationError } from '@temporalio/workflow'
import {
  bundleWorkflowCode,
  NativeConnection,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporalAddress } from '../support/servers.ts'
import type { RecordedHistory } from './history.ts'

const VERSIONS = ['before', 'after', 'unpatched'] as const
type Version = (typeof VERSIONS)[number]

const stack = new AsyncDisposableStack()
const bundles = new Map<Version, WorkflowBundleWithSourceMap>()
let recorded: Record<'before' | 'after', RecordedHistory>

beforeAll(async () => {
  const address = temporalAddress()
  const connection = await NativeConnection.connect({ address })
  stack.defer(() => connection.close())
  const caller = await Connection.connect({ address })
  stack.defer(() => caller.close())
  const client = new Client({ connection: caller })

  for (const version of VERSIONS) bundles.set(version, await bundleWorkflowCode(codeOf(version)))

  /** The history of a run with that version's code. */
  const record = async (version: Version) => {
    const taskQueue = `patching-${randomUUID()}`
    const workflowBundle = bundles.get(version)!
    const worker = await Worker.create({ connection, taskQueue, workflowBundle })
    const run = { workflowId: taskQueue, taskQueue }
    await worker.runUntil(client.workflow.execute('greeting', run))
    return client.workflow.getHandle(taskQueue).fetchHistory() as Promise<RecordedHistory>
  }
  recorded = { before: await record('before'), after: await record('after') }
})
afterAll(() => stack.disposeAsync())

const codeOf = (version: Version) => ({
  workflowsPath: new URL(`patching/${version}.workflow.ts`, import.meta.url).pathname,
})

const replay = (history: RecordedHistory, version: Version) =>
  Worker.runReplayHistory({ workflowBundle: bundles.get(version)! }, history)

test('a patched change replays histories from before and after it', async () => {
  await replay(recorded.before, 'after')
  await replay(recorded.after, 'after')
  expect(patchesIn(recorded.before)).toBe(0)
  expect(patchesIn(recorded.after)).toBe(1)
})

test('without the patch, older histories do not replay', async () => {
  await expect(replay(recorded.before, 'unpatched')).rejects.toThrow(DeterminismViolationError)
})

test('once a history contains the marker of the patch, older code cannot replay it', async () => {
  await expect(replay(recorded.after, 'before')).rejects.toThrow(DeterminismViolationError)
})

const patchesIn = ({ events }: RecordedHistory) =>
  events.filter(({ markerRecordedEventAttributes: marker }) => marker?.markerName === 'core_patch')
    .length
