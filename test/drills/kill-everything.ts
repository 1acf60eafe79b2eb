import { inviteUser } from '#staff/users/invite-user.ts'
import { asKey, openAgent, untilSo } from './agents.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'
import type { Member } from './member.ts'

const BOOKINGS = { quick: 60, full: 352 }
/** Simultaneous bookings. */
const LANES = 8
/** Delays caused by restarts: Temporal's pauses after an outage, and activities of dead workers. */
const RESTARTS_S = 60

const PREPARE = {
  id: 'prepare',
  type: 'ACTION',
  action: 'create_task',
  parameters: { title: 'Prepare', role: 'SCHEDULER' },
}
const WHEN_BOOKED = {
  trigger: { type: 'EVENT', eventType: 'booking.created' },
  limits: { runsPerDay: 1_000 },
}

export const killEverything: Drill = {
  name: 'kill-everything',
  what: 'kill -9 of both workers, of an API, of PostgreSQL and of Temporal, one after the other, while each booking starts an agent that creates a task',
  run: async (run) => {
    const { site, random, quick, count, holds } = run
    const ledger = new Ledger()
    await using calm = await openCentre({ site, ledger, random })
    await using killed = await openCentre({ site, ledger, random })
    for (const centre of [calm, killed])
      await openAgent(await asKey(centre), [PREPARE], WHEN_BOOKED)
    await settled(run, [calm, killed])
    const bookings = quick ? BOOKINGS.quick : BOOKINGS.full
    const members = [site.workers, [site.apis[0]!], [site.postgres], [site.temporal]]

    const withoutKills = await bookAll(run, { centre: calm, bookings, killing: [] })
    const withKills = await bookAll(run, { centre: killed, bookings, killing: members })
    count('bookings, twice', bookings)
    count('until the last task.created was delivered, without kills, s', withoutKills.deliveredS)
    count('with kills, s', withKills.deliveredS)
    count('mail asked for beside them, without kills, s', withoutKills.mailS)
    count('mail with kills, s', withKills.mailS)
    const bound = 2 * withoutKills.deliveredS + RESTARTS_S
    holds(
      `with kills it takes at most twice as long, and ${RESTARTS_S} s for the restarts`,
      withKills.deliveredS <= bound,
      withKills.deliveredS,
    )
    for (const { mailS, deliveredS } of [withoutKills, withKills])
      holds('a mail that somebody waits for is no later than the rest', mailS <= deliveredS, mailS)
    await settled(run, [calm, killed])
    await reconcile(run, { ledger, centres: [calm, killed] })
  },
}

interface Wave {
  centre: Centre
  bookings: number
  /** What is killed together, and in which order. */
  killing: readonly (readonly Member[])[]
}

/** Books, kills halfway, and measures how long after the last booking everything arrived. */
const bookAll = async ({ site, say }: DrillRun, { centre, bookings, killing }: Wave) => {
  const rounds = killing.length === 0 ? [[]] : killing
  for (const members of rounds) {
    const round = book(centre, Math.ceil(bookings / rounds.length))
    await round.half
    await Promise.all(members.map((it) => it.end('SIGKILL')))
    if (members.length > 0) say(`${members.map(({ name }) => name).join(' and ')} killed`)
    await Promise.all([round.done, ...members.map((it) => it.start())])
  }
  const bookedAt = performance.now()
  const seconds = () => Math.round((performance.now() - bookedAt) / 100) / 10
  const invitation = { email: 'nora@example.org', name: 'Nora Kern', roles: ['SCHEDULER'] }
  await inviteUser(centre.ctx, invitation)
  let mailS: number | undefined
  const asked = rounds.length * Math.ceil(bookings / rounds.length)
  await untilSo('every task is told of', async () => {
    const delivered = arrived(centre)
    const [mail] = await site.query<{ n: number }>(HANDED_TO_MAIL, [centre.tenantId])
    if (mail!.n > 0) mailS ??= seconds()
    return { done: delivered >= asked && mailS !== undefined, moved: delivered + mail!.n }
  })
  return { deliveredS: seconds(), mailS: mailS! }
}

/** `half` resolves when half of them are acknowledged. */
const book = (centre: Centre, bookings: number) => {
  const half = Promise.withResolvers<void>()
  let [sent, acknowledged] = [0, 0]
  const lane = async () => {
    while (sent < bookings) {
      sent += 1
      const body = centre.nextBooking()
      await centre.client.write({ path: '/v1/appointments', body, effect: 'booking.created' })
      acknowledged += 1
      if (acknowledged >= bookings / 2) half.resolve()
    }
  }
  return { half: half.promise, done: Promise.all(Array.from({ length: LANES }, lane)) }
}

const arrived = ({ subscriber }: Centre): number =>
  new Set(
    subscriber.receipts.filter(({ type }) => type === 'task.created').map(({ eventId }) => eventId),
  ).size

/** Sent, or refused by the mail server, which drills do not have. */
const HANDED_TO_MAIL = `
  SELECT count(*)::int AS n FROM messages WHERE tenant_id = $1 AND template = 'user.invitation' AND status <> 'QUEUED'`
