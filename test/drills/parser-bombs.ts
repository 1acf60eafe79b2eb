import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentImport } from '#scheduling/appointment-imports/schemas.ts'
import { BOMBS, HEAVY_BOMBS, type Bomb } from '../support/parser-bombs.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Bookings of the neighbour, alone and during the bombs. */
const BOOKINGS = 60
/** A neighbour shares cores with the parsing threads; a hanging process reaches the client's 20 s. */
const MOST_P95_MS = 5_000
const HEALTH_EVERY_MS = 250
const HEALTH_TIMEOUT_MS = 5_000
const READ_WITHIN_MS = 300_000

export const parserBombs: Drill = {
  name: 'parser-bombs',
  what: 'calendar and CSV files that would be endless to read, while another centre books',
  quick: true,
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using attacker = await openCentre({ site, ledger, random })
    await using neighbour = await openCentre({ site, ledger, random })
    const alone = await bookings(neighbour, quick ? BOOKINGS / 3 : BOOKINGS)
    const over = new AbortController()
    const health = watchHealth(run, over.signal)

    const bombs = quick ? BOMBS : [...BOMBS, ...HEAVY_BOMBS, ...BOMBS, ...HEAVY_BOMBS]
    const sending = Promise.all(bombs.map((bomb) => send(attacker, bomb)))
    const beside = await bookings(neighbour, quick ? BOOKINGS / 3 : BOOKINGS)
    const sent = await sending
    say(`${sent.length} files are sent`)
    const refused = sent.filter(({ id }) => id === undefined)
    holds('every file is accepted', refused.length === 0, refused.slice(0, 2))
    const beganAt = performance.now()
    const wrong: unknown[] = []
    for (const { bomb, id } of sent) {
      const found = id && (await codesOf(attacker, id))
      if (!found || found.join() !== bomb.codes.join()) wrong.push([bomb.name, found])
    }
    over.abort()
    const { asked, unanswered } = await health
    count('files', sent.length)
    count('read after', `${Math.round(performance.now() - beganAt)} ms`)
    count('p95 of the neighbour alone', `${p95(alone)} ms`)
    count('beside the bombs', `${p95(beside)} ms`)
    count('/healthz asked', asked)
    holds('every import ends, and says what is wrong', wrong.length === 0, wrong.slice(0, 3))
    holds('every /healthz is answered', unanswered === 0, unanswered)
    holds('the neighbour books meanwhile', p95(beside) < MOST_P95_MS, p95(beside))
    await settled(run, [attacker, neighbour])
    await reconcile(run, { ledger, centres: [attacker, neighbour] })
  },
}

/** Books one after the other; returns each duration in milliseconds. */
const bookings = async ({ client, nextBooking }: Centre, most: number): Promise<number[]> => {
  const durations: number[] = []
  for (let index = 0; index < most; index += 1) {
    const begun = performance.now()
    await client.write({
      path: '/v1/appointments',
      body: nextBooking(),
      effect: 'booking.created',
    })
    durations.push(performance.now() - begun)
  }
  return durations
}

const send = async ({ client }: Centre, bomb: Bomb) => {
  const body = { name: `${bomb.name}.txt`, format: bomb.format, content: bomb.content }
  const answer = await client.call({ method: 'POST', path: '/v1/appointment-imports', body })
  const id = answer.status === 202 ? (JSON.parse(answer.text) as { id: string }).id : undefined
  return { bomb, id, answer: answer.text.slice(0, 200) }
}

/** The result of an import: its failure code, or those of its rows; undefined if it does not end. */
const codesOf = async ({ client }: Centre, id: string): Promise<string[] | undefined> => {
  const read = async <Body>(path: string) =>
    JSON.parse((await client.call({ path: `/v1/appointment-imports/${id}${path}` })).text) as Body
  for (const until = performance.now() + READ_WITHIN_MS; performance.now() < until;) {
    const { status, failure } = await read<AppointmentImport>('')
    if (failure) return [failure.code]
    if (status === 'CHECKED') {
      const { data } = await read<{ data: { code: string | null }[] }>('/rows?limit=100')
      return [...new Set(data.map(({ code }) => code ?? 'none'))]
    }
    await sleep(100)
  }
  return undefined
}

const watchHealth = async ({ site }: DrillRun, over: AbortSignal) => {
  const urls = [
    ...site.apis.map(({ url }) => `${url}/healthz`),
    ...site.workers.map(({ metricsUrl }) => metricsUrl.replace('/metrics', '/healthz')),
  ]
  let [asked, unanswered] = [0, 0]
  while (!over.aborted) {
    const answers = await Promise.all(
      urls.map((url) =>
        fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
          async (response) => (await response.text()) !== '' && response.ok,
          () => false,
        ),
      ),
    )
    asked += answers.length
    unanswered += answers.filter((isOk) => !isOk).length
    await sleep(HEALTH_EVERY_MS, undefined, { signal: over }).catch(() => undefined)
  }
  return { asked, unanswered }
}

const p95 = (durations: readonly number[]): number =>
  Math.round(durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1] ?? 0)
