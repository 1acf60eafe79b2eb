import { setTimeout as sleep } from 'node:timers/promises'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { createTask } from '#messaging/tasks/create-task.ts'
import { CreateTask } from '#messaging/tasks/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { inviteUser } from '#staff/users/invite-user.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { startHoldingMailServer, type HoldingMailServer } from './holding-mail-server.ts'
import { eventually, fire, type Round } from './kill-at-each-step.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Three visits of each of the centre's eight families: what concerns them together is one e-mail. */
const VISITS = 24
const PEOPLE = 2
const TASKS = 4
/** Apart enough for passes of their own, and near enough for one e-mail. */
const BETWEEN_TASKS_MS = 1_500
/** The kill happens within this many milliseconds after the mail server has accepted the first e-mail. */
const LATEST_KILL_MS = 400

export const killInMessages: Drill = {
  name: 'kill-in-messages',
  what: 'kill -9 of all workers while families and staff get e-mails, several messages in one: at any moment, before the answer of the mail server, and between its answer and the record',
  run: async (run) => {
    const { site, quick, say, count, holds } = run
    const ledger = new Ledger()
    await using mail = await startHoldingMailServer()
    await using centre = await openCentre({ ...run, ledger })
    await site.sendMailTo(mail.smtpUrl)
    try {
      await openForMessages(run, centre)
      const rounds = quick ? 1 : MOMENTS.length
      const between = new Set<string>()
      for (let number = 0; number < rounds; number += 1) {
        const round: Round = { centre, ids: [], number }
        for (const [index, step] of STEPS.entries()) {
          const moment = MOMENTS[(index + number) % MOMENTS.length]!
          say(`round ${number + 1} of ${rounds}: ${step.name}, killed ${moment.name}`)
          for (const id of await killedIn(run, { mail, round, step, moment })) between.add(id)
        }
      }
      count('kills', rounds * STEPS.length)
      await settled(run, [centre])
      await compare(run, { mail, centre, between })
      const passes = await site.query<{ n: number }>(TOLD_STAFF, [centre.tenantId])
      const wanted = rounds * TASKS
      holds('people were told of each task once', passes[0]!.n === wanted, passes[0])
    } finally {
      mail.letGo()
      await site.sendMailTo(undefined)
    }
    await reconcile(run, { ledger, centres: [centre] })
  },
}

interface Step {
  name: string
  begin: (round: Round) => Promise<void>
  /** SQL that counts what was said. */
  said: string
  expected: number
}

interface Moment {
  name: string
  /** Resolves when the workers are to be killed, with a function that releases what was held. */
  reached: (run: DrillRun, at: Killing) => Promise<() => Promise<void> | void>
  /** Whether mails are accepted and not answered. */
  held?: true
}

interface Killing {
  mail: HoldingMailServer
  round: Round
  /** How many mails were accepted before. */
  before: number
}

const firstAccepted = ({ mail, before }: Killing) =>
  eventually(() => Promise.resolve(mail.accepted.length > before))

const MOMENTS: readonly Moment[] = [
  {
    name: 'before the answer',
    held: true,
    reached: async ({ random }, at) => {
      await firstAccepted(at)
      await sleep(random.between(0, LATEST_KILL_MS))
      return at.mail.letGo
    },
  },
  {
    name: 'before the record',
    held: true,
    reached: async ({ site }, at) => {
      await firstAccepted(at)
      const release = await site.hold(HOLD, [at.round.centre.tenantId])
      at.mail.letGo()
      await eventually(async () => (await site.query(WAITING)).length > 0)
      return release
    },
  },
  {
    name: 'at any moment',
    reached: async ({ random }, at) => {
      await firstAccepted(at)
      await sleep(random.between(0, LATEST_KILL_MS))
      return () => undefined
    },
  },
]

const HOLD = `SELECT FROM messages WHERE tenant_id = $1 AND status = 'QUEUED' FOR UPDATE`
const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`

/** Kills all workers in the middle of a step. Returns what was accepted then and is not on record. */
const killedIn = async (
  run: DrillRun,
  {
    mail,
    round,
    step,
    moment,
  }: { mail: HoldingMailServer; round: Round; step: Step; moment: Moment },
): Promise<string[]> => {
  const { site, holds } = run
  const { tenantId } = round.centre
  const said = async () => (await site.query<{ n: number }>(step.said, [tenantId]))[0]!.n
  const queued = () => site.query<{ id: string }>(QUEUED, [tenantId])
  const [before, saidBefore] = [mail.accepted.length, await said()]
  if (moment.held) mail.hold()
  const begun = step.begin(round)
  const release = await moment.reached(run, { mail, round, before })
  await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
  await release()
  await begun
  const left = new Set((await queued()).map(({ id }) => id))
  const between = mail.accepted.slice(before).filter((id) => left.has(id))
  await Promise.all(site.workers.map((it) => it.start()))
  const isThrough = async () =>
    (await said()) === saidBefore + step.expected && (await queued()).length === 0
  const through = await eventually(isThrough)
  holds(`'${step.name}' is sent after the restart`, through, await queued())
  return between
}

const QUEUED = `SELECT id FROM messages WHERE tenant_id = $1 AND status = 'QUEUED'`

const notices = (of: string): Pick<Step, 'said' | 'expected'> => ({
  said: `SELECT count(*)::int AS n FROM messages WHERE tenant_id = $1 AND kind = '${of}'`,
  expected: VISITS,
})

const TOLD_STAFF = `SELECT count(*)::int AS n FROM worklist_notices WHERE tenant_id = $1`

const eachVisit =
  (change: (round: Round, id: string) => Promise<unknown>): Step['begin'] =>
  async (round) => {
    for (const id of round.ids) await change(round, id)
  }

const STEPS: readonly Step[] = [
  {
    name: 'bookings',
    ...notices('APPOINTMENT_BOOKED'),
    begin: async ({ centre, ids }) => {
      for (let visit = 0; visit < VISITS; visit += 1) {
        const { startsAt, ...booking } = centre.nextBooking()
        const placed = { ...booking, startsAt: new Date(startsAt) }
        ids.push((await createAppointment(centre.ctx, placed)).id)
      }
    },
  },
  {
    name: 'reminders',
    ...notices('APPOINTMENT_REMINDER'),
    begin: eachVisit((round, id) => fire(round, id, 'reminder-')),
  },
  {
    name: 'moves',
    ...notices('APPOINTMENT_MOVED'),
    begin: eachVisit(({ centre }, id) =>
      rescheduleAppointment(centre.ctx, { id, startsAt: new Date(centre.nextMove().startsAt) }),
    ),
  },
  {
    name: 'cancellations',
    ...notices('APPOINTMENT_CANCELLED'),
    begin: eachVisit(({ centre: { ctx } }, id) =>
      cancelAppointment(ctx, { id, initiator: 'PROVIDER', reason: 'Ill' }),
    ),
  },
  {
    name: 'the worklist',
    said: TOLD_STAFF,
    expected: TASKS,
    begin: async ({ centre: { ctx } }) => {
      for (let task = 0; task < TASKS; task += 1) {
        await createTask(ctx, CreateTask.parse({ title: 'Ask for it', role: 'SCHEDULER' }))
        await sleep(BETWEEN_TASKS_MS)
      }
    },
  },
]

/** A guardian with an address for each child, people of the centre, and nothing that delays messages. */
const openForMessages = async (
  { site }: DrillRun,
  { ctx, nextBooking, tenantId }: Centre,
): Promise<void> => {
  await patchMessageSettings(ctx, {
    version: undefined,
    patch: {
      quietHours: null,
      holdMinutes: 0,
      mostPerHour: 1_000,
      kinds: [{ kind: 'APPOINTMENT_BOOKED', enabled: true }],
    },
  })
  const childIds = new Set(Array.from({ length: VISITS }, () => nextBooking().childId))
  for (const childId of childIds) {
    const email = `${childId}@families.example`
    const { id: clientId } = await createClient(ctx, { name: 'Mara Weiss', email })
    const kinship = { relationship: 'parent', legal: true, billing: false }
    await createGuardianship(ctx, { childId, clientId, ...kinship })
  }
  for (let person = 0; person < PEOPLE; person += 1)
    await inviteUser(ctx, {
      email: `person${person}.${tenantId}@staff.example`,
      name: `Person ${person}`,
      roles: ['SCHEDULER'],
    })
  await site.query(ACTIVATE, [tenantId])
}

/** Nobody of them signs in. */
const ACTIVATE = `UPDATE users SET status = 'ACTIVE', activated_at = now() WHERE tenant_id = $1`

interface Sent {
  id: string
  /** The message with whose id it went. */
  mailId: string
  status: string
  /** How often it was recorded as sent. */
  recorded: number
}

/** Checks the records against what the mail server accepted. */
const compare = async (
  { site, count, holds }: DrillRun,
  { mail, centre, between }: { mail: HoldingMailServer; centre: Centre; between: Set<string> },
): Promise<void> => {
  const messages = await site.query<Sent>(SENT, [centre.tenantId])
  const inMails = Map.groupBy(messages, ({ mailId }) => mailId)
  const copies = Map.groupBy(mail.accepted, (id) => id)
  const repeated = [...copies].filter(([, all]) => all.length > 1)
  const unsent = messages.filter(({ status, recorded }) => status !== 'SENT' || recorded !== 1)
  holds('each message is recorded as sent, once', unsent.length === 0, unsent.slice(0, 3))
  const lost = [...inMails.keys()].filter((id) => !copies.has(id))
  holds('the mail server has each e-mail', lost.length === 0, lost)
  const alone = [...copies.keys()].filter((id) => !inMails.has(id))
  holds('no part of an e-mail was sent alone', alone.length === 0, alone)
  const needless = repeated.filter(([id]) => !between.has(id))
  holds(
    'only e-mails whose sender was killed in between have a copy',
    needless.length === 0,
    needless,
  )
  count('messages', messages.length)
  count('e-mails', inMails.size)
  count('e-mails of several messages', [...inMails.values()].filter((it) => it.length > 1).length)
  count('killed between acceptance and record', between.size)
  count('copies, with the same Message-ID', mail.accepted.length - copies.size)
}

/** Outcomes of one e-mail share an entry of the trail. */
const SENT = `
  WITH told AS (
    SELECT subject_id AS id, changes FROM audit_entries WHERE tenant_id = $1
    UNION ALL
    SELECT part->>'subjectId', part->'changes' FROM audit_entries
    CROSS JOIN LATERAL jsonb_array_elements(changes->'also') AS part WHERE tenant_id = $1)
  SELECT m.id, COALESCE(m.sent_with, m.id) AS "mailId", m.status,
    (SELECT count(*)::int FROM told WHERE told.id = m.id AND told.changes->'status'->>'to' = 'SENT') AS recorded
  FROM messages m WHERE m.tenant_id = $1`
