import { expect, test } from 'vitest'
import { createWorkerMetrics } from '../../../worker/metrics.ts'
import { openTrail } from './trail.ts'

const NAME = 'therapy_audit_unsealed_oldest_age_seconds'
const HOUR_S = 3_600

test('the gauge shows the age of the oldest unsealed entry, even when its seal is refused', async () => {
  let now = new Date('2026-11-24T08:00:00Z')
  const pass = () => (now = new Date(now.getTime() + HOUR_S * 1_000))
  const trail = await openTrail({ now: () => now })
  const { registry } = createWorkerMetrics(trail.platform)
  const age = async () =>
    Number(new RegExp(`^${NAME} (.+)$`, 'm').exec(await registry.metrics())?.[1])

  await trail.write(1)
  pass()
  await trail.write(1)
  pass()
  expect(await age()).toBe(2 * HOUR_S)
  await trail.seal()
  expect(await age()).toBe(0)

  await trail.write(1)
  await trail.seal()
  await trail.tamper([
    'DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2',
    [trail.tenantId],
  ])
  expect(await trail.seal()).toMatchObject({ refused: [{ tenantId: trail.tenantId }] })
  pass()
  expect(await age()).toBe(HOUR_S)
})
