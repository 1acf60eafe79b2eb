import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
} from 'prom-client'

/** In seconds, from a local round trip to the longest deadline. */
export const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Memory, CPU, garbage collection and event loop delay. */
const collectOfProcess = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** One for all registries, because its timers and observers run until the process ends. */
let ofProcess: Registry | undefined

/**
 * A process's metrics. Labels come from closed lists (operations, codes, outcomes), never from tenants,
 * endpoints or other values that grow with the number of customers.
 */
export const createRegistry = () => {
  ofProcess ??= collectOfProcess()
  const registry = Registry.merge([ofProcess])
  const registers = [registry]
  return {
    registry,
    counter: <Label extends string>(options: Named<CounterConfiguration<Label>>) =>
      new Counter({ ...options, registers }),
    gauge: <Label extends string>(options: Named<GaugeConfiguration<Label>>) =>
      new Gauge({ ...options, registers }),
    histogram: <Label extends string>(options: Named<HistogramConfiguration<Label>>) =>
      new Histogram({ buckets: DURATION_BUCKETS, ...options, registers }),
  }
}

type Named<Options> = Omit<Options, 'registers'>

export type Metering = ReturnType<typeof createRegistry>
