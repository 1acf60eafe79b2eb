import { setTimeout as sleep } from 'node:timers/promises'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const KILLS = 3
const FILES_OF_AN_UPLOAD = 20
const SECTIONS = 12
const REMINDERS = 10
/** No document became ready for this long, so none will. */
const STALLED_MS = 120_000
const POLL_MS = 50

export const killInIngestion: Drill = {
  name: 'kill-in-ingestion',
  what: 'kill -9 of all workers three times while assistants read 1,000 documents, with reminders beside them',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { tenantId } = centre
    const documents = quick ? 60 : 1_000
    const reminders = await bookWithReminders(centre)
    const half = REMINDERS / 2
    count('slowest reminder before, ms', await remind(run, centre, reminders.slice(0, half)))
    say(`${documents} documents`)
    const beganAt = performance.now()
    await upload(run, centre, documents)
    const progress = async () => (await site.query<Progress>(PROGRESS, [tenantId]))[0]!

    count('slowest reminder beside them, ms', await remind(run, centre, reminders.slice(half)))
    const beside = await progress()
    holds('reminders do not wait for documents', beside.ready < documents, beside)

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const share = Math.floor((documents * kill) / (KILLS + 1))
      await until(progress, ({ ready }) => ready >= share)
      await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
      const { ready } = await progress()
      say(`kill ${kill}: ${ready} of ${documents} are ready`)
      holds('there was something to lose', ready < documents, ready)
      await Promise.all(site.workers.map((it) => it.start()))
    }
    await until(progress, ({ ready }) => ready === documents)
    const found = await progress()
    count('documents', documents)
    count('kills', KILLS)
    count('documents that were read again', found.readAgain)
    count('seconds', Math.round((performance.now() - beganAt) / 1_000))
    holds('each document is ready', found.ready === documents, found)
    const torn = await site.query(TORN, [tenantId, SECTIONS])
    holds('each document has each passage and each word once', torn.length === 0, torn.slice(0, 3))
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const documentOf = (index: number): string =>
  Array.from({ length: SECTIONS }, (_, section) => {
    const said = `Rule ${section} of leaflet${index} says what families bring to visit${section}. `
    return `# Section ${section} of leaflet${index}\n\n${said.repeat(8)}`
  }).join('\n\n')

const upload = async ({ site }: DrillRun, { client }: Centre, documents: number): Promise<void> => {
  const { text } = await client.call({
    method: 'POST',
    path: '/v1/ai/assistants',
    body: { name: 'Leaflets', scope: 'organization', tools: [] },
  })
  const { id: assistantId } = JSON.parse(text) as { id: string }
  for (let first = 0; first < documents; first += FILES_OF_AN_UPLOAD) {
    const form = new FormData()
    form.set('assistantId', assistantId)
    for (let index = first; index < Math.min(first + FILES_OF_AN_UPLOAD, documents); index += 1)
      form.append('files', new Blob([documentOf(index)]), `leaflet${index}.md`)
    const response = await fetch(`${site.apis[0]!.url}/v1/ai/knowledge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}` },
      body: form,
    })
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
    await response.body?.cancel()
  }
}

/** Appointments whose follow-up has started, by id. */
const bookWithReminders = async ({ client, ctx, nextBooking }: Centre): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < REMINDERS; index += 1) {
    const { settled: answer } = await client.write({
      effect: 'booking.created',
      path: '/v1/appointments',
      body: nextBooking(),
    })
    ids.push(answer!.recordId!)
  }
  for (const id of ids)
    await until(
      () => followUpsOf(ctx, id),
      ({ data }) => data.length > 0,
    )
  return ids
}

const followUpsOf = (ctx: Centre['ctx'], subjectId: string) =>
  listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId })

/** Runs the next step of each follow-up now; returns the longest duration. */
const remind = async (
  { site, holds }: DrillRun,
  { ctx, tenantId }: Centre,
  subjectIds: readonly string[],
): Promise<number> => {
  let longestMs = 0
  for (const subjectId of subjectIds) {
    const { data } = await followUpsOf(ctx, subjectId)
    const { id, steps } = data[0]!
    const { step } = steps.find(({ status }) => status === 'SCHEDULED')!
    const since = performance.now()
    await runStepNow(ctx, { id, step })
    const status = async () =>
      (await site.query<{ status: string }>(STEP, [tenantId, id, step]))[0]!.status
    await until(status, (it) => it !== 'SCHEDULED')
    holds('each reminder is carried out', (await status()) !== 'SCHEDULED')
    longestMs = Math.max(longestMs, Math.round(performance.now() - since))
  }
  return longestMs
}

/** Also returns when nothing changes any more; invariants are checked afterwards. */
const until = async <T>(look: () => Promise<T>, isDone: (found: T) => boolean): Promise<void> => {
  let [seen, changedAt] = ['', performance.now()]
  for (;;) {
    const found = await look()
    if (isDone(found)) return
    const now = performance.now()
    if (JSON.stringify(found) !== seen) [seen, changedAt] = [JSON.stringify(found), now]
    if (now - changedAt > STALLED_MS) return
    await sleep(POLL_MS)
  }
}

const STEP = `SELECT status FROM follow_up_steps WHERE tenant_id = $1 AND follow_up_id = $2 AND step = $3`

interface Progress {
  ready: number
  readAgain: number
}

const PROGRESS = `
  SELECT count(*) FILTER (WHERE status = 'READY')::int AS ready, count(*) FILTER (WHERE reads > 1)::int AS "readAgain"
  FROM knowledge_documents WHERE tenant_id = $1`

/** Documents with too many or too few passages or words; all were written alike. */
const TORN = `
  WITH found AS (
    SELECT d.id, d.passages, d.passages_read, d.words, d.name,
      (SELECT count(*)::int FROM knowledge_passages p WHERE p.tenant_id = $1 AND p.document_id = d.id) AS rows,
      (SELECT sum(t.occurrences)::int FROM knowledge_terms t WHERE t.tenant_id = $1 AND t.document_id = d.id) AS occurrences,
      (SELECT count(DISTINCT t.number)::int FROM knowledge_terms t WHERE t.tenant_id = $1 AND t.document_id = d.id
        AND t.term = 'leaflet' || substring(d.name FROM '\\d+')) AS named
    FROM knowledge_documents d WHERE d.tenant_id = $1)
  SELECT * FROM found WHERE rows <> $2 OR passages <> rows OR passages_read <> rows OR occurrences <> words OR named <> rows`
