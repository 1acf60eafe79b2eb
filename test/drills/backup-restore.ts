import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client as TemporalClient, Connection } from '@temporalio/client'
import { request } from 'undici'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { formatAnchor, parseAnchor } from '#platform/audit/anchor.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { startReceiver } from '../support/receivers.ts'
import { createStarter, openAgent, openSteps, progressOf, untilOver, untilSo } from './agents.ts'
import { openCentre, type Centre } from './centre.ts'
import { Client } from './client.ts'
import type { Drill, DrillRun } from './drill.ts'
import { startFolder, therapy, type Folder } from './folder.ts'
import { Ledger } from './ledger.ts'
import { startLoad, writeBurst } from './load.ts'
import { settled } from './oracle.ts'
import { FOLDER } from './site.ts'

const BOOKINGS = 16
const LANES = 2
const FILE = Buffer.alloc(300_000, 'what a therapist attached ')
const REMINDER = 'reminder-48h'

export const backupRestore: Drill = {
  name: 'backup-restore',
  what: 'a backup of the folder of bin/up under load; the folder destroyed, and restored elsewhere',
  quick: true,
  run: async (run) => {
    const dir = mkdtempSync(path.join(tmpdir(), `${FOLDER}backup-`))
    try {
      await drill(run, dir)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
}

const drill = async (run: DrillRun, dir: string): Promise<void> => {
  const { random, holds, count, say } = run
  const [one, another, backup] = ['first', 'second', 'backup'].map((name) => path.join(dir, name))
  const keys = path.join(dir, 'keys.json')
  const ledger = new Ledger()
  await using stack = new AsyncDisposableStack()
  const refusing = stack.use(await startRefusing())
  const first = await startFolder(one!)
  stack.defer(() => first.kill())
  const centre = stack.use(await openCentre({ site: first, ledger, random }))
  const before = await prepare(run, { folder: first, centre, refusing })

  say('backup under load')
  const load = startLoad({ centres: [centre], random, lanes: LANES })
  await untilSo('the load is under way', async () => {
    const { length } = ledger.acknowledged
    return { done: length >= 2 * BOOKINGS, moved: length }
  })
  const beganAt = performance.now()
  const made = await therapy(first, 'backup', '--out', backup!, '--keys', keys)
  const endedAt = performance.now()
  await load.stop()
  holds('the backup is made while the platform runs', made.code === 0, made)
  count('backup, ms', Math.round(endedAt - beganAt))
  const open = [keys, ...filesIn(backup!)].filter((file) => (statSync(file).mode & 0o077) !== 0)
  holds('nobody else may read its files', open.length === 0, open)
  say('destroyed, and restored')
  await first.kill()
  rmSync(one!, { recursive: true })

  await refuse(run, { backup: backup!, keys, dir })
  const to = ['--keys', keys, '--into', another!]
  const restored = await therapy(undefined, 'restore', '--from', backup!, ...to)
  holds('the backup is restored', restored.code === 0, restored)
  const second = stack.use(await startFolder(another!))
  say('started again')
  refusing.accept()
  const urls = second.apis.map(({ url }) => url)
  const client = stack.use(new Client({ credentials: centre.credentials, urls, ledger, random }))
  await client.signIn()
  const scene = { folder: second, centre, client, ledger, refusing }
  await compareRecords(run, scene, { beganAt, endedAt })
  say('everything settled')
  await goOn(run, scene, before)
}

/** A subscriber that refuses everything until it is told to accept. */
const startRefusing = async () => {
  let accepts = false
  const accepted = new Set<string>()
  const receiver = await startReceiver((response, { body }) => {
    if (accepts) accepted.add((JSON.parse(body.toString()) as { id: string }).id)
    response.writeHead(accepts ? 204 : 503).end()
  })
  return Object.assign(receiver, { accepted, accept: () => (accepts = true) })
}

interface Scene {
  folder: Folder
  centre: Centre
  /** For the API of the folder. */
  client: Client
  ledger: Ledger
  refusing: Awaited<ReturnType<typeof startRefusing>>
}

interface Before {
  anchor: string
  attachmentId: string
  runId: string
  appointmentId: string
  /** Events that the refusing subscriber has not accepted. */
  pending: string[]
  /** An acknowledged write, to be repeated with its key. */
  repeat: { key: string; body: object; answer: string }
}

/** What must exist afterwards: bookings, a file, a waiting run, waiting deliveries, a reminder. */
const prepare = async (
  run: DrillRun,
  { folder, centre, refusing }: Pick<Scene, 'folder' | 'centre' | 'refusing'>,
): Promise<Before> => {
  const { ctx, client } = centre
  await writeBurst([centre], run.random, BOOKINGS)
  await settled({ site: folder }, [centre])
  const approval = { id: 'it', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'] }
  const runId = await (await createStarter(centre))(await openAgent(ctx, [approval]))
  await untilSo('the run waits', async () => {
    const { length } = await openSteps(folder, [runId])
    return { done: length === 1, moved: (await progressOf(folder, [runId])).settled }
  })
  const booking = centre.nextBooking()
  const { id: clientId } = await createClient(ctx, { name: 'Ana', email: 'ana@example.org' })
  const kinship = { childId: booking.childId, clientId, relationship: 'mother' }
  await createGuardianship(ctx, { ...kinship, legal: true, billing: false })
  const endpoint = await createEndpoint(ctx, {
    url: `${refusing.url}/hooks`,
    eventTypes: ['attachment.added'],
  })
  const attachmentId = await attach(centre, folder, booking.childId)
  const path = '/v1/appointments'
  const written = await client.write({ path, body: booking, effect: 'booking.created' })
  const { recordId, body: answer } = written.settled!
  const pending = await untilPending(folder, endpoint.id)
  await sealEntries(folder.platform)
  const { head } = await verifyTrail(folder.platform)
  return {
    anchor: formatAnchor(head!),
    attachmentId,
    runId,
    appointmentId: recordId!,
    pending,
    repeat: { key: written.key, body: booking, answer },
  }
}

const attach = async ({ client }: Centre, { apis }: Folder, childId: string): Promise<string> => {
  const body = { childId, name: 'Record.txt', contentType: 'text/plain' }
  const { id } = await called<{ id: string }>(client, '/v1/attachments', body)
  const link = await called<{ path: string }>(client, `/v1/attachments/${id}/upload-link`, {})
  const sent = await request(apis[0]!.url + link.path, { method: 'PUT', body: FILE })
  await sent.body.dump()
  if (sent.statusCode !== 200) throw new Error(`The file was not taken: ${sent.statusCode}`)
  return id
}

const called = async <Body>(client: Client, path: string, body?: object): Promise<Body> => {
  const { status, text } = await client.call({
    method: body ? 'POST' : 'GET',
    path,
    ...(body && { body }),
  })
  if (status === undefined || status >= 300) throw new Error(`${path}: ${status} ${text}`)
  return JSON.parse(text) as Body
}

const untilPending = async (folder: Folder, endpointId: string): Promise<string[]> => {
  let ids: string[] = []
  await untilSo('a delivery has failed and waits', async () => {
    const rows = await folder.query<{ id: string }>(PENDING, [endpointId])
    ids = rows.map(({ id }) => id)
    return { done: ids.length > 0, moved: ids.length }
  })
  return ids
}

const PENDING = `
  SELECT event_id AS id FROM webhook_deliveries d WHERE endpoint_id = $1 AND status = 'PENDING'
    AND EXISTS (SELECT FROM webhook_attempts a WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id)`

/** What a restore cannot do. */
const refuse = async (
  { holds }: DrillRun,
  { backup, keys, dir }: { backup: string; keys: string; dir: string },
): Promise<void> => {
  const from = (folder: string) => ['restore', '--from', folder] as const
  const sound = await therapy(undefined, ...from(backup), '--check')
  holds('an untouched backup is as its manifest says', sound.code === 0, sound)
  const altered = path.join(dir, 'altered')
  cpSync(backup, altered, { recursive: true })
  appendFileSync(path.join(altered, 'postgres/base.tar.gz'), 'x')
  const found = await therapy(undefined, ...from(altered), '--check')
  holds('an altered one is named', found.code === 1 && found.stdout.includes('base.tar.gz'), found)
  const into = ['--keys', keys, '--into']
  const never = await therapy(undefined, ...from(altered), ...into, path.join(dir, 'never'))
  holds('an altered one is not restored', never.code === 1, never)
  const over = await therapy(undefined, ...from(backup), ...into, altered)
  holds('a folder that holds something is not written over', over.code === 2, over)
  rmSync(altered, { recursive: true })
}

/** Every write from before the backup exists; each later one exists completely or not at all. */
const compareRecords = async (
  { holds, count }: DrillRun,
  { folder, centre, ledger }: Scene,
  { beganAt, endedAt }: { beganAt: number; endedAt: number },
): Promise<void> => {
  await settled({ site: folder }, [centre])
  const rows = await folder.query<Kept>(KEPT, [centre.tenantId])
  const kept = new Map(rows.map((row) => [row.id, row]))
  const booked = ledger.acknowledged.filter(({ effect }) => effect === 'booking.created')
  const lost = booked.filter(({ settled: it }) => !kept.has(it!.recordId!))
  const early = lost.filter(({ settled: it }) => it!.at < beganAt)
  count('bookings kept', rows.length)
  count(
    'written during the backup',
    booked.filter(({ settled: it }) => it!.at > beganAt && it!.at < endedAt).length,
  )
  count('of them and later, lost', lost.length)
  holds('what was acknowledged before the backup is there', early.length === 0, early.slice(0, 2))
  const torn = rows.filter(
    ({ audits, events, followUps }) => !audits || events !== 1 || followUps !== 1,
  )
  holds(
    'each booking has its audit entry, its event and its follow-up',
    torn.length === 0,
    torn.slice(0, 2),
  )
  const [{ undelivered } = { undelivered: -1 }] = await folder.query<{ undelivered: number }>(
    UNDELIVERED,
    [centre.tenantId],
  )
  holds('every event was delivered', undelivered === 0, undelivered)
  const received = new Set(centre.subscriber.receipts.map(({ eventId }) => eventId))
  const events = await folder.query<{ id: string }>(EVENTS, [centre.tenantId, centre.endpointId])
  const unseen = events.filter(({ id }) => !received.has(id))
  holds('the receiver verified every event', unseen.length === 0, unseen.slice(0, 2))
  holds(
    'every signature verifies',
    centre.subscriber.unverified === 0,
    centre.subscriber.unverified,
  )
  const stopped = await withoutWorkflow(folder, centre.tenantId)
  holds(
    'every follow-up that is active has a workflow that runs',
    stopped.length === 0,
    stopped.slice(0, 3),
  )
}

interface Kept {
  id: string
  audits: number
  events: number
  followUps: number
}

const KEPT = `
  SELECT a.id,
    (SELECT count(*)::int FROM audit_entries e WHERE e.tenant_id = a.tenant_id AND e.subject_id = a.id AND e.outcome = 'ALLOWED') AS audits,
    (SELECT count(*)::int FROM outbox o WHERE o.tenant_id = a.tenant_id AND o.subject_id = a.id AND o.type = 'booking.created') AS events,
    (SELECT count(*)::int FROM follow_ups f WHERE f.tenant_id = a.tenant_id AND f.subject_id = a.id) AS "followUps"
  FROM appointments a WHERE a.tenant_id = $1`

const UNDELIVERED = `
  SELECT count(*)::int AS undelivered FROM webhook_deliveries WHERE tenant_id = $1 AND status <> 'SUCCEEDED'`

const EVENTS = `SELECT event_id AS id FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2`

const withoutWorkflow = async (folder: Folder, tenantId: string): Promise<string[]> => {
  const active = await folder.query<{ workflowId: string }>(ACTIVE, [tenantId])
  const connection = await Connection.connect({ address: folder.env['TEMPORAL_ADDRESS']! })
  try {
    const { workflow } = new TemporalClient({ connection })
    const all = await Promise.all(
      active.map(async ({ workflowId }) => {
        const found = await workflow
          .getHandle(workflowId)
          .describe()
          .catch(() => undefined)
        return found?.status.name === 'RUNNING' ? [] : [workflowId]
      }),
    )
    return all.flat()
  } finally {
    await connection.close()
  }
}

const ACTIVE = `
  SELECT workflow_id AS "workflowId" FROM follow_ups WHERE tenant_id = $1 AND status = 'ACTIVE'`

/** Waiting work continues: deliveries, a reminder, a run, the audit trail, idempotency keys, new bookings. */
const goOn = async (run: DrillRun, scene: Scene, before: Before): Promise<void> => {
  const { holds, random } = run
  const { folder, centre, client, refusing } = scene
  const missing = before.pending.filter((id) => !refusing.accepted.has(id))
  holds('deliveries that waited arrived', missing.length === 0, missing)

  const again = { path: '/v1/appointments', body: before.repeat.body, effect: 'booking.created' }
  const replay = await client.write({ ...again, key: before.repeat.key })
  holds(
    'a repeated request gets the same answer',
    replay.settled?.body === before.repeat.answer,
    replay.settled,
  )

  const link = await called<{ path: string }>(
    client,
    `/v1/attachments/${before.attachmentId}/download-link`,
    {},
  )
  const { body } = await request(folder.apis[0]!.url + link.path)
  const bytes = Buffer.from(await body.arrayBuffer())
  holds('the file has its bytes', sha256(bytes) === sha256(FILE), bytes.length)

  const [{ id: followUpId }] = (
    await called<{ data: [{ id: string }] }>(
      client,
      `/v1/follow-ups?subjectId=${before.appointmentId}`,
    )
  ).data
  await called(client, `/v1/follow-ups/${followUpId}/steps/${REMINDER}/run-now`, {})
  await untilSo('the reminder is sent', async () => {
    const [{ n } = { n: 0 }] = await folder.query<{ n: number }>(SENT, [followUpId, REMINDER])
    return { done: n === 1, moved: n }
  })

  const ctx = { ...centre.ctx, platform: folder.platform }
  const [step] = await openSteps(folder, [before.runId])
  holds('the run still waits for its approval', step !== undefined, before.runId)
  await decideAgentRunStep(ctx, 'APPROVED', { id: step!, reason: null })
  await untilOver(folder, [before.runId])
  const { succeeded } = await progressOf(folder, [before.runId])
  holds('the run went on and succeeded', succeeded === 1, succeeded)

  await writeBurst([{ ...centre, client }], random, BOOKINGS)
  await settled({ site: folder }, [centre])
  await sealEntries(folder.platform)
  const { ok, problem } = await verifyTrail(folder.platform, { anchor: parseAnchor(before.anchor) })
  holds('the audit trail verifies, from the anchor that was kept on', ok, problem)
}

const SENT = `
  SELECT count(*)::int AS n FROM messages WHERE follow_up_id = $1 AND step = $2 AND status = 'SENT'`

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
