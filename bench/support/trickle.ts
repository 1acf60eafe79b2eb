import { setTimeout as sleep } from 'node:timers/promises'
import type { CountingReceiver } from './receiver.ts'
import type { createEmitter, Subscriber } from './subscribers.ts'
import { medianOf } from './temporal.ts'

export interface TrickleOptions {
  receiver: CountingReceiver
  emit: ReturnType<typeof createEmitter>
}

/** One event each, spread evenly over a second, for so many seconds: the ages at receipt. */
export const trickleOf = async (
  { receiver, emit }: TrickleOptions,
  subscribers: readonly Subscriber[],
  seconds: number,
) => {
  const ages: number[] = []
  const all = receiver.receive(subscribers.length * seconds, ({ ageMs }) => ages.push(ageMs))
  const beganAt = performance.now()
  for (let index = 0; index < subscribers.length * seconds; index += 1) {
    const dueAt = beganAt + (index * 1_000) / subscribers.length
    await sleep(Math.max(0, dueAt - performance.now()))
    await emit(subscribers[index % subscribers.length]!)
  }
  await all
  ages.sort((a, b) => a - b)
  return { p50Ms: medianOf(ages), p95Ms: ages[Math.floor(ages.length * 0.95)]! }
}
