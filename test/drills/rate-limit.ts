import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Answer } from './client.ts'
import { createCredentials, openCentre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'
import type { Member } from './member.ts'

const LIMIT = 600
const REQUESTS = 1_000
const LANES = 16
const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit']

export const rateLimit: Drill = {
  name: 'rate-limit',
  what: '1,000 requests of one client over two API processes, of which a minute allows 600',
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const credentials = await createCredentials(centre.ctx)
    const urls = site.apis.map(({ url }) => url)
    await using client = new Client({ credentials, urls, ledger, random })
    await client.signIn()
    const rounds = quick ? 1 : 3
    const answers: Answer[] = []
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await sleep(resetOf(answers) - Date.now() + 1_000)
      // A process that dies loses its lease, so fewer requests are admitted, never more.
      const dying = round > 0 ? restartLater(site.apis[1]!, 1_000) : Promise.resolve()
      await flood(client, answers)
      await dying
    }
    const admitted = admittedByWindow(answers)
    count('admitted by the minute', admitted.join(', '))
    holds('never more than 600 a minute', Math.max(...admitted) <= LIMIT, admitted)
    holds('hardly less either', admitted[0]! >= LIMIT - 20, admitted)
    const answered = answers.filter(({ status }) => status !== undefined)
    const bare = answered.filter(({ headers }) => HEADERS.some((name) => !(name in headers)))
    holds('every response says where the client stands', bare.length === 0, bare.slice(0, 2))
    const refused = answered.filter(({ status }) => status === 429)
    const mute = refused.filter(({ headers }) => !(Number(headers['retry-after']) > 0))
    count('429', refused.length)
    holds('every 429 says when to come back', mute.length === 0 && refused.length > 0, mute[0])
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const flood = async (client: Client, answers: Answer[]): Promise<void> => {
  let left = REQUESTS
  const lane = async () => {
    while (left-- > 0) answers.push(await client.call({ path: '/v1/appointments?limit=1' }))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const restartLater = async (api: Member, afterMs: number) => {
  await sleep(afterMs)
  await api.end('SIGKILL')
  await api.start()
}

/** The end of the window named by a response, in milliseconds since the epoch. */
const windowOf = ({ headers }: Answer) => Number(headers['x-ratelimit-reset'] ?? 0) * 1_000
const resetOf = (answers: readonly Answer[]) => Math.max(...answers.map(windowOf))

/** Each process rounds the window's end to seconds; the next window ends much later. */
const SAME_WINDOW_MS = 30_000

const admittedByWindow = (answers: readonly Answer[]): number[] => {
  const ends = answers.filter(({ status }) => status === 200).map(windowOf)
  const windows: { end: number; admitted: number }[] = []
  for (const end of ends.toSorted((a, b) => a - b)) {
    const last = windows.at(-1)
    if (last && end - last.end < SAME_WINDOW_MS) last.admitted += 1
    else windows.push({ end, admitted: 1 })
  }
  return windows.map(({ admitted }) => admitted)
}
