import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkerMetrics } from '../../../worker/metrics.ts'
import { openTrail } from './trail.ts'

const NAME = 'therapy_audit_unsealed_oldest_age_seconds'

test('the gauge tells how long the oldest unsealed entry waits, also when its seal is refused', async () => {
  const trail = await openTrail()
  const { registry } = createWorkerMetrics(trail.platform)
  const age = async () =>
    Number(new RegExp(`^${NAME} (.+)$`, 'm').exec(await registry.metrics())?.[1])

  await trail.write(2)
  await sleep(120)
  expect(await age()).toBeGreaterThan(0.1)
  expect(await age()).toBeLessThan(60)
  await trail.seal()
  expect(await age()).toBe(0)

  await trail.write(1)
  await trail.seal()
  await trail.tamper([
    'DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2',
    [trail.tenantId],
  ])
  expect(await trail.seal()).toMatchObject({ refused: [{ tenantId: trail.tenantId }] })
  await sleep(20)
  expect(await age()).toBeGreaterThan(0.01)
})
