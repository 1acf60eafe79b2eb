import { setTimeout as sleep } from 'node:timers/promises'
import type { Centre } from './centre.ts'
import type { Random } from './random.ts'

export interface LoadOptions {
  centres: readonly Centre[]
  random: Random
  /** Simultaneous writes over all centres. */
  lanes: number
  /** Pause between two writes of a lane, in milliseconds. */
  pauseMs?: number
}

export interface Load {
  /** Stops new writes and settles those in progress. */
  stop: () => Promise<void>
}

/** Bookings, and reschedules or cancellations of some: each a keyed write, repeated until it is settled. */
export const startLoad = ({ centres, random, lanes, pauseMs = 0 }: LoadOptions): Load => {
  const stopping = new AbortController()
  const lane = async (centre: Centre) => {
    while (!stopping.signal.aborted) {
      await bookAndChange(centre, random)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  const running = Array.from({ length: lanes }, (_, index) =>
    lane(centres[index % centres.length]!),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const bookAndChange = async (centre: Centre, random: Random): Promise<void> => {
  const { client, nextBooking, nextMove } = centre
  const path = '/v1/appointments'
  const { settled } = await client.write({ path, body: nextBooking(), effect: 'booking.created' })
  if (settled?.status !== 201) return
  const one = `${path}/${settled.recordId}`
  const chance = random.next()
  if (chance < 0.15) {
    const body = { initiator: 'CLIENT', reason: 'Drill' }
    await client.write({ path: `${one}/cancel`, body, effect: 'booking.cancelled' })
  } else if (chance < 0.3) {
    const body = nextMove()
    await client.write({ path: `${one}/reschedule`, body, effect: 'appointment.rescheduled' })
  }
}

/** Makes a number of simultaneous bookings, changes some, and returns when all are settled. */
export const writeBurst = async (
  centres: readonly Centre[],
  random: Random,
  count: number,
): Promise<void> => {
  const one = (_: unknown, index: number) => bookAndChange(centres[index % centres.length]!, random)
  await Promise.all(Array.from({ length: count }, one))
}
