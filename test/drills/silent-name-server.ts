import { setTimeout as sleep } from 'node:timers/promises'
import { createCredentials, openCentre, type Centre } from './centre.ts'
import { Client, type Answer } from './client.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const CALLS_A_MINUTE = 600
const PHASE_MS = { full: 10_000, quick: 5_000 }
const LANES = 4
/** A neighbour that waits for connections is slower by seconds; a busy machine adds less to a p95. */
const MOST_TIMES = 2
const NOISE_MS = 100

export const silentNameServer: Drill = {
  name: 'silent-name-server',
  what: 'a name server that never answers, 600 calls a minute of one centre that need it',
  quick: true,
  run: async (run) => {
    const { site, quick, random, count, holds } = run
    const { names } = site
    const before = names.asked()
    names.silence()
    using _ = { [Symbol.dispose]: names.forget }
    const ledger = new Ledger()
    await using waiting = await openCentre({ site, ledger, random })
    await using neighbour = await openCentre({ site, ledger, random })
    const credentials = await createCredentials(waiting.ctx)
    const urls = site.apis.map(({ url }) => url)
    await using client = new Client({ credentials, urls, ledger, random })
    await client.signIn()

    const [alone, beside]: [number[], number[]] = [[], []]
    const answers: Answer[] = []
    const phaseMs = quick ? PHASE_MS.quick : PHASE_MS.full
    await measure(neighbour, phaseMs / 2, [])
    for (let round = 0; round < (quick ? 1 : 4); round += 1) {
      await measure(neighbour, phaseMs, alone)
      const stop = new AbortController()
      const calling = callOften(client, answers, stop.signal)
      await measure(neighbour, phaseMs, beside)
      stop.abort()
      await calling
    }
    const [aloneMs, besideMs] = [p95(alone), p95(beside)]
    const asked = names.asked() - before
    count('names asked', asked)
    count('calls that needed one', answers.length)
    count('p95 of the neighbour alone, ms', Math.round(aloneMs))
    count('beside them, ms', Math.round(besideMs))
    count('ratio', (besideMs / aloneMs).toFixed(2))
    const within = besideMs <= MOST_TIMES * aloneMs + NOISE_MS
    holds("the neighbour's p95 is unchanged", within, { aloneMs, besideMs })
    const other = answers.filter(({ status, text }) => status !== 400 || !text.includes('dns_fail'))
    holds('every call that needed a name says dns_failure', other.length === 0, other.slice(0, 2))
    holds('names were asked', asked > 0)
    await settled(run, [waiting, neighbour])
    await reconcile(run, { ledger, centres: [waiting, neighbour] })
  },
}

/** Reads and bookings of a centre for a while, with durations. */
const measure = async (centre: Centre, forMs: number, took: number[]): Promise<void> => {
  const until = performance.now() + forMs
  const lane = async () => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const beganAt = performance.now()
      if (turn % 5 === 0)
        await centre.client.write({
          path: '/v1/appointments',
          body: centre.nextBooking(),
          effect: 'booking.created',
        })
      else await centre.client.call({ path: '/v1/appointments?limit=1' })
      took.push(performance.now() - beganAt)
      await sleep(20)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const callOften = async (client: Client, answers: Answer[], signal: AbortSignal) => {
  const calls: Promise<unknown>[] = []
  for (let index = 0; !signal.aborted; index += 1) {
    const body = { url: `https://h${index}.example.com/hooks`, eventTypes: ['*'] }
    const call = client.call({ method: 'POST', path: '/v1/webhook-endpoints', body })
    calls.push(call.then((answer) => answers.push(answer)))
    await sleep(60_000 / CALLS_A_MINUTE)
  }
  await Promise.all(calls)
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
