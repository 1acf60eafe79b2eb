import path from 'node:path'
import { freePort } from '../../dev/ports.ts'
import { temporalCluster, TEMPORAL_SERVICES } from '../../dev/temporal-cluster.ts'
import { startTemporal } from '../../dev/temporal.ts'
import { member, together, type Member } from './member.ts'

/** A cluster of Temporal, whose services a drill can kill one by one. */
export interface DrilledCluster {
  readonly services: readonly Member[]
  /** As the owner. */
  readonly databaseUrls: readonly string[]
}

export interface DrilledTemporal {
  readonly address: string
  /** Its development server, or all services of its cluster; not the cluster's PostgreSQL. */
  readonly temporal: Member
  readonly cluster: DrilledCluster | undefined
}

interface TemporalOptions {
  dir: string
  cluster: boolean
  /** Owns the processes. */
  stack: AsyncDisposableStack
  spawned: (name: string) => (pid: number) => void
  onAccident: (accident: string) => void
}

/** Accepted data survives its end. It is not started yet, but the PostgreSQL of a cluster is. */
export const openTemporal = (options: TemporalOptions): Promise<DrilledTemporal> =>
  options.cluster ? openCluster(options) : openDevelopmentServer(options)

const openDevelopmentServer = async ({ dir, stack, spawned, onAccident }: TemporalOptions) => {
  const [port, uiPort] = [await freePort(), await freePort()]
  const launch = () =>
    startTemporal({
      dataDir: path.join(dir, 'temporal'),
      port,
      uiPort,
      headless: true,
      log: console.error,
      onSpawn: spawned('temporal'),
    })
  const temporal = stack.use(member('temporal', launch, onAccident))
  return { address: `127.0.0.1:${port}`, temporal, cluster: undefined }
}

const openCluster = async ({ dir, stack, spawned, onAccident }: TemporalOptions) => {
  const cluster = await temporalCluster({
    dataDir: path.join(dir, 'temporal'),
    log: console.error,
    onSpawn: (part, pid) => spawned(`temporal-${part}`)(pid),
  })
  const database = stack.use(await cluster.startDatabase())
  const [first, ...others] = TEMPORAL_SERVICES
  const service = (name: (typeof TEMPORAL_SERVICES)[number]) =>
    member(`temporal-${name}`, () => cluster.startService(name), onAccident)
  const services = [service(first), ...others.map(service)] as const
  const temporal = stack.use(together('temporal', services, cluster.prepareNamespace))
  const visibility = new URL(database.ownerUrl)
  visibility.pathname = '/temporal_visibility'
  return {
    address: cluster.address,
    temporal,
    cluster: { services, databaseUrls: [database.ownerUrl, visibility.href] },
  }
}
