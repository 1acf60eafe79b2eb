import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { needOf, type UnitCosts } from '../../bench/capacity/model.ts'
import { capacityPage } from '../../bench/capacity/page.ts'

test('docs/capacity.md follows from the measured costs (node bench/capacity.ts)', async () => {
  const page = await readFile(new URL('../../docs/capacity.md', import.meta.url), 'utf8')
  expect(page).toBe(await capacityPage())
})

test('needs grow with the centres, and what nobody uses needs one processor', () => {
  const request = { apiMs: 6, postgresMs: 0, walBytes: 1_000, diskBytes: 0 }
  const none = { workerMs: 0, temporalMs: 0, postgresMs: 0, actions: 2 }
  const costs: UnitCosts = {
    requests: { book: request, change: request, retrieve: request, list: request, search: request },
    background: { lifecycle: none, delivery: none, agentRun: none },
  }
  const need = needOf(10_000, costs)
  // 765 requests a centre and day, a fifth of them in one hour.
  expect(need.requestsPerSecond).toBeCloseTo(425)
  // 425 × 6 ms, 60 % busy.
  expect(need.apiProcessors).toBe(5)
  expect(need.postgresProcessors).toBe(1)
  expect(need.walMbPerSecond).toBeCloseTo(0.425)
  // 165 units a centre and day.
  expect(need.actionsPerSecond).toBeCloseTo(183.3, 1)
})
