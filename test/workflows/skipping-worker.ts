/** A separate worker process on a time-skipping server, for tests that kill it. It sends `ready` to its parent. */
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
  // The time-skipping server keeps tasks for the worker with the workflow in its cache, even after it died.
  maxCachedWorkflows: 0,
})
process.send!('ready')
