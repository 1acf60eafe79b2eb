/** The Temporal cluster of `bin/up --cluster`, each of its processes supervised. */
import path from 'node:path'

import type { Running } from './child.ts'
import type { PlatformContext } from './context.ts'
import { DEFAULT_PORTS, realTemporal, type TemporalService } from './servers.ts'
import { keepRunning, type Kept } from './supervisor.ts'
import { temporalCluster, TEMPORAL_SERVICES } from './temporal-cluster.ts'

/** The name of a part in the run file. */
const named = (part: string) => `temporal-${part}`

export async function openTemporalCluster(
  { run, dataDir, signal, say, note }: PlatformContext,
  codecEndpoint: string,
): Promise<TemporalService> {
  const real = realTemporal()
  if (real)
    throw new Error(`--cluster starts a Temporal server, but ${real} names another: unset it`)
  const preferred: Record<string, number> = {
    frontend: DEFAULT_PORTS.temporal,
    ui: DEFAULT_PORTS.temporalUi,
  }
  const cluster = await temporalCluster({
    dataDir: path.join(dataDir, 'temporal'),
    codecEndpoint,
    portOf: (part) => run.port(named(part)) ?? preferred[part],
    log: note,
    onSpawn: (part, pid) => run.spawned(named(part), pid),
    signal,
  })
  for (const [part, port] of Object.entries(cluster.ports)) run.rememberPort(named(part), port)

  const kept: Record<string, Kept<Running>> = {}
  const keep = async (part: string, start: () => Promise<Running>) => {
    kept[part] = await keepRunning(`Temporal's ${part}`, start, say)
  }
  /** The database last, because the services end their work in it. */
  const server = {
    async [Symbol.asyncDispose]() {
      const { postgres, ...clients } = kept
      await Promise.all(Object.values(clients).map((it) => it[Symbol.asyncDispose]()))
      await postgres?.[Symbol.asyncDispose]()
    },
  }
  try {
    await keep('postgres', cluster.startDatabase)
    const [first, ...others] = TEMPORAL_SERVICES
    await keep(first, () => cluster.startService(first))
    await Promise.all([
      ...others.map((name) => keep(name, () => cluster.startService(name))),
      cluster.uiUrl && keep('ui', cluster.startUi),
    ])
    await cluster.prepareNamespace()
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return {
    address: cluster.address,
    namespace: 'default',
    uiUrl: cluster.uiUrl,
    server,
    pids: () =>
      Object.fromEntries(Object.entries(kept).map(([part, it]) => [part, it.current.pid])),
  }
}
