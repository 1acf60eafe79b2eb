/**
 * A worker as a process of its own on a time-skipping server, for tests that kill it. It says `ready` to
 * the process that forked it.
 */
import { NativeConnection } from '@temporalio/worker'
import { FollowingClock } from './skipped-time.ts'
import { createTestDeliveries, openTestPlatform, startTestWorkers } from './support.ts'

const {
  APP_URL: appUrl,
  SYSTEM_URL: systemUrl,
  OWNER_URL: ownerUrl,
  ADDRESS: address,
} = process.env
const clock = new FollowingClock()
const platform = openTestPlatform(
  { appUrl: appUrl!, systemUrl: systemUrl!, ownerUrl: ownerUrl! },
  clock,
)
await startTestWorkers(platform, createTestDeliveries(platform), {
  connection: await NativeConnection.connect({ address: address! }),
  interceptors: clock.interceptors!,
  // The time-skipping server keeps tasks for the worker that has a workflow in its cache, even when it is gone.
  maxCachedWorkflows: 0,
})
process.send!('ready')
