import { expect, test } from 'vitest'
import { createRegistry } from '../../providers/metrics/registry.ts'

const NAMES = [
  'nodejs_eventloop_lag_seconds',
  'nodejs_gc_duration_seconds',
  'process_cpu_seconds_total',
]

test('registries of a process share its metrics, whose timers and observers never stop', async () => {
  const [one, other] = [createRegistry(), createRegistry()]
  for (const name of NAMES) {
    expect(await one.registry.metrics()).toContain(`# TYPE ${name} `)
    expect(other.registry.getSingleMetric(name)).toBe(one.registry.getSingleMetric(name))
  }
})

test('other metrics belong to one registry', () => {
  const [one, other] = [createRegistry(), createRegistry()]
  one.counter({ name: 'therapy_tests_total', help: 'Tests' }).inc()
  expect(other.registry.getSingleMetric('therapy_tests_total')).toBeUndefined()
})
