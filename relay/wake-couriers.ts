import type { Client } from '@temporalio/client'
import { webhookCourierWorkflow } from '#webhooks/deliveries/workflows.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef, WokenEndpoint } from '#webhooks/deliveries/fan-out.ts'
import { markAsleep } from '#webhooks/deliveries/mark-asleep.ts'
import { neglectedEndpoints } from '#webhooks/deliveries/neglected-endpoints.ts'
import { dispatch } from './dispatch.ts'
import { inTraceOf } from './traced.ts'

const CONCURRENCY = 32
/** Interval of the sweep for neglected endpoints, and the minimum time between two wakes of one. */
export const NEGLECT_SWEEP_MS = 5_000
const SAME_ENDPOINT_MS = 30_000

export interface CourierWakerOptions {
  platform: Platform
  client: Client
  onError: (error: unknown) => void
}

/** Starts or signals the couriers of endpoints with pending deliveries. */
export class CourierWaker {
  readonly #options: CourierWakerOptions
  readonly #lately = new Map<string, number>()
  readonly #queue: (EndpointRef & Partial<WokenEndpoint>)[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(options: CourierWakerOptions) {
    this.#options = options
  }

  /** Wakes the couriers without waiting. Endpoints whose wake fails are marked as asleep again. */
  wake(endpoints: readonly (EndpointRef & Partial<WokenEndpoint>)[]): void {
    this.#queue.push(...endpoints)
    while (this.#running.size < CONCURRENCY && this.#queue.length > 0) {
      const one: Promise<void> = this.#wakeNext().finally(() => {
        this.#running.delete(one)
        this.wake([])
      })
      this.#running.add(one)
    }
  }

  /** Wakes couriers whose signal was lost in a crash after a commit. */
  async sweep(): Promise<void> {
    const now = this.#options.platform.clock.now().getTime()
    for (const [key, at] of this.#lately) {
      if (now - at > SAME_ENDPOINT_MS) this.#lately.delete(key)
    }
    const neglected = await neglectedEndpoints(this.#options.platform)
    const fresh = neglected.filter((endpoint) => !this.#lately.has(keyOf(endpoint)))
    for (const endpoint of fresh) this.#lately.set(keyOf(endpoint), now)
    this.wake(fresh)
  }

  /** Waits for current calls. The next leader's sweep wakes the remaining couriers. */
  async stop(): Promise<void> {
    this.#queue.length = 0
    await Promise.all(this.#running)
  }

  async #wakeNext(): Promise<void> {
    const { platform, client, onError } = this.#options
    const endpoint = this.#queue.shift()!
    const { tenantId, endpointId: subjectId } = endpoint
    try {
      const workflow = webhookCourierWorkflow
      const traced = { workflow: workflow.name, traceparent: endpoint.traceparent ?? null }
      await inTraceOf({ ...traced, tenantId, subjectId }, () =>
        dispatch(client, { workflow, tenantId, subjectId, childId: null, action: 'wake' }),
      )
    } catch (error) {
      onError(error)
      this.#lately.delete(keyOf(endpoint))
      await markAsleep(platform, [endpoint]).catch(onError)
    }
  }
}

const keyOf = ({ tenantId, endpointId }: EndpointRef) => `${tenantId}/${endpointId}`
