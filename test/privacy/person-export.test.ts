import { MockActivityEnvironment } from '@temporalio/testing'
import { expect, test } from 'vitest'
import { createActivities } from '../../activities/index.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createPersonExport } from '#privacy/person-exports/create-person-export.ts'
import { expirePersonExport } from '#privacy/person-exports/expire-person-export.ts'
import { getPersonExport } from '#privacy/person-exports/queries.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { startRelay } from '../../relay/relay.ts'
import { storedKeys } from '../support/stored-keys.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
} from '../workflows/support.ts'

test('an export is built, announced once, and deleted after it expires, even if steps run twice', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const { ctx, tenantId, childId } = await createCentre(platform, database)
  const { namespace, client, connection } = stack.use(
    await openNamespace(platform, temporalAddress()),
  )
  const deliveries = createTestDeliveries(platform)
  const activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
  stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
  stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))

  const asked = await createPersonExport(ctx, { childId })
  expect(asked).toMatchObject({ status: 'RUNNING', sections: { done: 0 } })
  const { id } = asked
  const ready = await eventually(async () => {
    const found = await getPersonExport(ctx, { id })
    return found.status === 'READY' && found
  })
  expect(ready.sections.done).toBe(ready.sections.total)
  const subject = { tenantId, subjectId: id }
  const again = () =>
    new MockActivityEnvironment().run(() => activities.writePersonArchive(subject))
  expect(await again()).toBe(ready.expiresAt)
  const early = () =>
    new MockActivityEnvironment().run(() => activities.removePersonArchive(subject))
  expect(await early()).toBe(ready.expiresAt)
  const [key] = await storedKeys(platform.files, tenantId)
  expect((await platform.files.get(key!)).length).toBe(ready.sizeBytes)

  await expirePersonExport(ctx, { id })
  await client.workflow.getHandle(workflowIdOf('personExport', subject)).result()
  expect((await getPersonExport(ctx, { id })).status).toBe('EXPIRED')
  expect(await storedKeys(platform.files, tenantId)).toEqual([])
  expect(await early()).toBeNull()
  expect(await again()).toBeNull()
  const { data } = await listEvents(ctx, { limit: 9, sort: '-createdAt', subjectId: id })
  expect(data.map(({ type }) => type)).toEqual(['person_export.ready'])
})
