import { describe, expect, test } from 'vitest'

import { TEMPORAL_SERVICES } from '../../dev/temporal-cluster.ts'
import { temporalPrograms } from '../../dev/temporal-programs.ts'
import { waitFor } from '../support/wait-for.ts'
import { all, clientOf, ready, running, startUps, stop, type Summary } from './start-up.ts'

const LIMIT = { timeout: 900_000 }
const programs = await temporalPrograms()

/** Exports data of one child after the other; each is the work of a workflow. */
const exporterOf = async (summary: Summary) => {
  const call = await clientOf(summary)
  const { data: children } = await call<{ data: { id: string }[] }>('/v1/children?limit=10')
  return {
    request: async (): Promise<string> => {
      const childId = children.pop()!.id
      return (await call<{ id: string }>('/v1/person-exports', { childId })).id
    },
    untilReady: (id: string) =>
      waitFor(async () =>
        expect(await call(`/v1/person-exports/${id}`)).toMatchObject({ status: 'READY' }),
      ),
  }
}

describe.skipIf(!programs)('bin/up --cluster', () => {
  const { up } = startUps()

  test(
    'restarts each service of Temporal, finishes what was accepted, and keeps it',
    LIMIT,
    async () => {
      const first = up('--cluster', '--json')
      const summary = await ready(first)
      const { api, worker, temporal } = summary.pids
      expect([api.length, worker.length]).toEqual([2, 2])
      expect(temporal).toMatchObject(
        Object.fromEntries(
          [...TEMPORAL_SERVICES, 'postgres'].map((it) => [it, expect.any(Number)]),
        ),
      )
      expect(running(summary)).toEqual(all(summary))

      const exporter = await exporterOf(summary)
      const accepted: string[] = []
      for (const [service, pid] of Object.entries(temporal)) {
        process.kill(pid, 'SIGKILL')
        accepted.push(await exporter.request())
        await waitFor(() => expect(first.said).toContain(`Temporal's ${service} is running again`))
      }
      for (const id of accepted) await exporter.untilReady(id)
      expect(await stop(first, 'SIGTERM')).toBe(0)
      expect(running(summary)).toEqual([])

      const second = up('--cluster', '--json')
      const after = await ready(second)
      expect(after.temporalAddress).toBe(summary.temporalAddress)
      const again = await exporterOf(after)
      await again.untilReady(accepted[0]!)
      await again.untilReady(await again.request())
      if (programs?.ui) expect((await fetch(after.temporalUi)).status).toBe(200)
      expect(await stop(second, 'SIGTERM')).toBe(0)
      expect(running(after)).toEqual([])
    },
  )
})
