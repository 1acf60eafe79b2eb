/**
 * 10,000 reminders of one centre that are due at the same moment, sent over SMTP by a worker with Temporal, against
 * the same mails handed to the same server by the same mailer; and bookings over HTTP, alone and beside them.
 * Goals: all are sent within 5 minutes, each once, and bookings take at most 5 % longer beside them.
 * `node bench/reminders.ts --reminders 2000` for fewer, `--rounds 3` for more rounds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { previewMessage } from '#messaging/messages/queries.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { freePort } from '../dev/ports.ts'
import { createSmtpMailer } from '../providers/mail/index.ts'
import { createCaller } from './support/caller.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { startCountingMailServer } from './support/counting-mail-server.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { startServer } from './support/process.ts'
import { fillRemindedVisits } from './support/reminded-visits.ts'
import { report } from './support/report.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'
import { workerCounts } from './support/worker-counts.ts'

const { values } = parseArgs({
  options: {
    reminders: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '1' },
  },
})
const REMINDERS = Number(values.reminders)
const ROUNDS = Number(values.rounds)
/** As many as the mailer has connections. */
const CONNECTIONS = 5
const PEOPLE = 40
/** Bookings for each figure of bookings alone, and the pause after each. */
const BOOKINGS_ALONE = 100
const BETWEEN_BOOKINGS_MS = 250
/** Follow-ups that are planned in a second at least. */
const PLANNED_PER_SECOND = 60
const LEAST_LEAD_MS = 45_000
const LONGEST_MS = 1_200_000
const POLL_MS = 200

await using temporal = await openTemporal()
await using centre = await openCentre({ people: PEOPLE })
await using mailServer = await startCountingMailServer()
const { ctx, tenantId } = centre
const metricsPort = await freePort()
const env = {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
  SMTP_URL: mailServer.smtpUrl,
  PUBLIC_URL: 'http://127.0.0.1',
}
await using api = await startServer('api/main.ts', centre.env)
await using worker = await startServer('worker/main.ts', { ...env, METRICS_PORT: `${metricsPort}` })
await using open = new AsyncDisposableStack()
const owner = open.adopt(new pg.Client(centre.ownerUrl), (client) => client.end())
owner.on('error', () => undefined)
await owner.connect()
const call = createCaller(api.url, `Bearer ${await accessToken(api.url, centre)}`)

await patchMessageSettings(ctx, {
  version: undefined,
  patch: { quietHours: null, kinds: [{ kind: 'APPOINTMENT_BOOKED', enabled: false }] },
})

let booked = 0
/** Durations of bookings, one after the other, until it is over. */
const book = async (isOver: (made: number) => boolean): Promise<number[]> => {
  const durations: number[] = []
  while (!isOver(durations.length)) {
    const booking = { ...slotOf(centre, booked++), type: 'THERAPY_SESSION' }
    const beganAt = performance.now()
    await call('/v1/appointments', booking)
    durations.push(performance.now() - beganAt)
    await sleep(BETWEEN_BOOKINGS_MS)
  }
  return durations
}
const bookAlone = () => book((made) => made >= BOOKINGS_ALONE)

const figuresOf = (durations: readonly number[]) => {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => Number(sorted[Math.floor(sorted.length * share)]!.toFixed(1))
  return { bookings: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) }
}

const until = async (what: string, done: () => Promise<boolean>): Promise<void> => {
  const beganAt = performance.now()
  while (!(await done())) {
    if (performance.now() - beganAt > LONGEST_MS) throw new Error(`${what}: too long`)
    await sleep(POLL_MS)
  }
}
const isDrained = async () => (await outboxBacklog(centre.platform)).pending === 0

const reading = async () => {
  const { rows } = await owner.query<{ n: string }>(
    'SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return {
    workerMs: worker.cpuMs() ?? 0,
    apiMs: api.cpuMs() ?? 0,
    postgresMs: await postgresCpuMs(owner),
    temporalMs: temporal.cpuMs(),
    transactions: Number(rows[0]!.n),
    ...(await workerCounts(`http://127.0.0.1:${metricsPort}/metrics`)),
  }
}
type Reading = Awaited<ReturnType<typeof reading>>

const perReminder = (before: Reading, after: Reading) =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Reading)[]).map((name) => [
      name,
      Number(((after[name] - before[name]) / REMINDERS).toFixed(2)),
    ]),
  )

interface Outcome {
  sent: number
  unsent: number
}
const OUTCOMES = `
  SELECT count(*) FILTER (WHERE status = 'SENT')::int AS sent, count(*) FILTER (WHERE status <> 'SENT')::int AS unsent
  FROM messages WHERE tenant_id = $1 AND template = 'appointment.reminder'`

let expected = 0
const round = async () => {
  await mailServer.take()
  const leadMs = LEAST_LEAD_MS + (REMINDERS / PLANNED_PER_SECOND) * 1_000
  const dueAt = new Date(Math.ceil((Date.now() + leadMs) / 1_000) * 1_000)
  await fillRemindedVisits(centre, owner, { count: REMINDERS, dueAt })
  await until('planning', isDrained)
  const leftMs = dueAt.getTime() - Date.now()
  if (leftMs < 0) throw new Error(`planned ${-leftMs} ms after they were due`)
  console.error(`planned ${(leftMs / 1_000).toFixed(0)} s before they are due`)
  const aloneBefore = await bookAlone()
  await sleep(Math.max(0, dueAt.getTime() - Date.now()))
  const before = await reading()
  expected += REMINDERS
  const areSent = async () => (await mailServer.count()) >= REMINDERS
  const over = new AbortController()
  const beside = book(() => over.signal.aborted)
  try {
    await until('reminders', areSent)
  } finally {
    over.abort()
  }
  const durations = await beside
  const each = perReminder(before, await reading())
  await until('records', async () => {
    const { rows } = await owner.query<Outcome>(OUTCOMES, [tenantId])
    return rows[0]!.sent === expected && (await isDrained())
  })
  const { rows } = await owner.query<Outcome>(OUTCOMES, [tenantId])
  const alone = [...aloneBefore, ...(await bookAlone())]
  const { acceptedAt, copies } = await mailServer.take()
  const afterSeconds = acceptedAt.map((at) => (at - dueAt.getTime()) / 1_000)
  const seconds = afterSeconds.at(-1)!
  return {
    seconds: Number(seconds.toFixed(1)),
    medianSeconds: Number(medianOf(afterSeconds).toFixed(1)),
    perSecond: Number((REMINDERS / seconds).toFixed(1)),
    copies,
    lost: REMINDERS - (acceptedAt.length - copies) + rows[0]!.unsent,
    bookings: { alone: figuresOf(alone), beside: figuresOf(durations) },
    perReminder: each,
    workerResidentMb: worker.residentMb(),
  }
}

/** The same mails without the platform. */
const bare = async () => {
  await mailServer.take()
  const preview = await previewMessage(ctx, { template: 'appointment.reminder', language: 'en' })
  const { subject, text, html } = preview
  await using mailer = createSmtpMailer({
    url: mailServer.smtpUrl,
    from: 'care@care.example',
    requireTls: false,
  })
  const beganAt = performance.now()
  await inParallel(REMINDERS, CONNECTIONS, (index) =>
    mailer.send({
      id: `bare-${index}`,
      to: `family.${index}@families.example`,
      fromName: 'Bench centre',
      subject: subject ?? '',
      text,
      html: html ?? '',
      language: 'en',
    }),
  )
  const seconds = (performance.now() - beganAt) / 1_000
  return { seconds: Number(seconds.toFixed(1)), perSecond: Math.round(REMINDERS / seconds) }
}

await bookAlone()
const rounds: Awaited<ReturnType<typeof round>>[] = []
for (let index = 0; index < ROUNDS; index += 1) {
  rounds.push(await round())
  console.error(JSON.stringify(rounds.at(-1)))
}
const bareLimit = await bare()
report('reminders', [], {
  reminders: REMINDERS,
  rounds,
  bare: bareLimit,
  ratio: rounds.map(({ perSecond }) => Number((perSecond / bareLimit.perSecond).toFixed(3))),
})
if (rounds.some(({ copies, lost }) => copies + lost > 0)) process.exitCode = 1
