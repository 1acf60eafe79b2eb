import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, ScheduleClient } from '@temporalio/client'
import { sentenceModel } from '../../dev/sentence-model.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const MODEL_KILLS = 3
const WORKER_KILLS = 10
const SECTIONS = 12
/** Nothing is embedded for this long, so nothing will be. */
const STALLED_MS = 180_000
const POLL_MS = 50
/** By this time a question is answered, by words if the model does not respond. */
const ANSWERED_WITHIN_MS = 15_000
const QUESTION = 'What do families bring to visit3?'

export const killInEmbedding: Drill = {
  name: 'kill-in-embedding',
  what: 'the process of the sentence model killed, out of memory, stopped and without its model for a day; all workers killed ten times while a new model replaces the vectors of another',
  run: async (run) => {
    const { site, random, quick, skip, say } = run
    const shipped = await sentenceModel({ log: say })
    if (!shipped) return skip('the sentence model is not on this machine and cannot be fetched')
    const ledger = new Ledger()
    const first = modelNamed(run, 'first', shipped)
    await site.embedWith({ EMBEDDINGS: `local:${first}` })
    try {
      await using centre = await openCentre({ site, ledger, random })
      const scene = { run, centre, assistantId: await createAssistant(centre), documents: 0 }
      await killModels(scene, quick ? 12 : 100)
      await starve(scene)
      await stop(scene)
      await takeModelAway(scene, first, shipped)
      await replaceModel(scene, { first, second: modelNamed(run, 'second', shipped) })
      await settled(run, [centre])
      await reconcile(run, { ledger, centres: [centre] })
    } finally {
      await site.embedWith({})
    }
  },
}

interface Scene {
  run: DrillRun
  centre: Centre
  assistantId: string
  /** How many documents the assistant has. */
  documents: number
}

/** A name for the shipped model, so that it can be taken away and replaced. */
const modelNamed = ({ site }: DrillRun, name: string, shipped: string): string => {
  const folder = path.join(site.dir, 'models', name)
  mkdirSync(path.dirname(folder), { recursive: true })
  symlinkSync(shipped, folder)
  return folder
}

const killModels = async (scene: Scene, documents: number): Promise<void> => {
  const { run } = scene
  await upload(scene, documents)
  const all = documents * SECTIONS
  for (let kill = 1; kill <= MODEL_KILLS; kill += 1) {
    await untilVectors(scene, 'local:first', Math.floor((all * kill) / (MODEL_KILLS + 1)))
    await untilTrue(() => modelProcesses(run).length > 0)
    for (const pid of modelProcesses(run)) process.kill(pid, 'SIGKILL')
  }
  await untilVectors(scene, 'local:first', all)
  run.count('kills of the model', MODEL_KILLS)
  await holdsEachVectorOnce(scene, 'after kills of the model')
}

/** The model's process of an API runs into a limit of its memory. */
const starve = async (scene: Scene): Promise<void> => {
  const { run } = scene
  await untilAskedBy(scene, 'local:first')
  for (const pid of modelProcesses(run)) execFileSync('prlimit', [`--pid=${pid}`, '--data=1000000'])
  for (let question = 0; question < 3; question += 1) await ask(scene)
  await untilAskedBy(scene, 'local:first')
}

/** The model's process of an API hangs. */
const stop = async (scene: Scene): Promise<void> => {
  const { run } = scene
  const stopped = modelProcesses(run)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  const models = [await ask(scene), await ask(scene), await ask(scene)]
  run.holds('a model that hangs is not waited for', models.includes(null), models)
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  await untilAskedBy(scene, 'local:first')
}

/** For a day there is no model: documents are read and found by words, and embedded afterwards. */
const takeModelAway = async (scene: Scene, folder: string, shipped: string): Promise<void> => {
  const { run, centre } = scene
  rmSync(folder)
  for (const pid of modelProcesses(run)) process.kill(pid, 'SIGKILL')
  await upload(scene, 2)
  const model = await ask(scene)
  run.holds('without its model, an assistant answers by words', model === null, model)
  await aDayLater(scene)
  const [unfinished] = await run.site.query<{ count: number }>(WITHOUT_VECTORS, [centre.tenantId])
  run.holds('there was something to embed', unfinished!.count > 0, unfinished)
  symlinkSync(shipped, folder)
  await embedStale(run)
  await untilVectors(scene, 'local:first', scene.documents * SECTIONS)
  await untilAskedBy(scene, 'local:first')
  await holdsEachVectorOnce(scene, 'after a day without the model')
}

const replaceModel = async (
  scene: Scene,
  { first, second }: { first: string; second: string },
): Promise<void> => {
  const { run } = scene
  const { site } = run
  await site.embedWith({ EMBEDDINGS: `local:${second}`, EMBEDDINGS_PREVIOUS: `local:${first}` })
  await embedStale(run)
  const all = scene.documents * SECTIONS
  let asked = 0
  for (let kill = 1; kill <= WORKER_KILLS; kill += 1) {
    await untilVectors(scene, 'local:second', Math.floor((all * (kill - 1)) / WORKER_KILLS) + 1)
    const model = await ask(scene)
    const { second: embedded } = await vectorsOf(scene)
    // While it is asked, the last vectors may be written.
    if (embedded < all && model !== null) {
      asked += 1
      run.holds('the vectors of the model before serve meanwhile', model === 'local:first', model)
    }
    await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
    await Promise.all(site.workers.map((it) => it.start()))
  }
  run.count('kills of all workers', WORKER_KILLS)
  run.count('questions meanwhile', asked)
  await untilVectors(scene, 'local:second', all)
  await untilAskedBy(scene, 'local:second')
  await holdsEachVectorOnce(scene, 'after the change of the model')
  const { first: old } = await vectorsOf(scene)
  run.holds('no vector of the model before is left', old === 0, old)
  run.count('passages', all)
}

const createAssistant = async ({ client }: Centre): Promise<string> => {
  const body = { name: 'Leaflets', scope: 'organization', tools: [] }
  const { text } = await client.call({ method: 'POST', path: '/v1/ai/assistants', body })
  return (JSON.parse(text) as { id: string }).id
}

const documentOf = (index: number): string =>
  Array.from(
    { length: SECTIONS },
    (_, section) =>
      `# Section ${section} of leaflet${index}\n\nRule ${section} says what families bring to visit${section}.`,
  ).join('\n\n')

/** Uploads documents and waits until each can be asked for. */
const upload = async (scene: Scene, documents: number): Promise<void> => {
  const { run, centre, assistantId } = scene
  const form = new FormData()
  form.set('assistantId', assistantId)
  for (let index = 0; index < documents; index += 1)
    form.append('files', new Blob([documentOf(scene.documents + index)]), `leaflet${index}.md`)
  const response = await fetch(`${run.site.apis[0]!.url}/v1/ai/knowledge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${centre.client.token}` },
    body: form,
  })
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  await response.body?.cancel()
  scene.documents += documents
  await untilTrue(async () => {
    const [ready] = await run.site.query<{ count: number }>(READY, [centre.tenantId])
    return ready!.count === scene.documents
  })
}

/** The model by which a question was answered; null if it was by words. */
const ask = async ({ run, centre, assistantId }: Scene): Promise<string | null> => {
  const since = performance.now()
  const { text } = await centre.client.call({
    method: 'POST',
    path: '/v1/ai/knowledge/search',
    body: { assistantId, question: QUESTION },
  })
  const tookMs = Math.round(performance.now() - since)
  const { embeddingModel, passages } = JSON.parse(text) as {
    embeddingModel: string | null
    passages: readonly unknown[]
  }
  run.holds('each question is answered in time', tookMs <= ANSWERED_WITHIN_MS, tookMs)
  run.holds('each question finds passages', passages.length > 0, text)
  return embeddingModel
}

const untilAskedBy = (scene: Scene, model: string): Promise<void> =>
  untilTrue(async () => (await ask(scene)) === model)

/** Only processes of models in this site's folder. */
const modelProcesses = ({ site }: DrillRun): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = commandOf(pid)
      return command.includes('embedding-process') && command.includes(site.dir)
    })

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}

/** The schedule embeds what has been without vectors for a while. */
const embedStale = async ({ site }: DrillRun): Promise<void> => {
  const connection = await Connection.connect({ address: site.env['TEMPORAL_ADDRESS']! })
  try {
    await new ScheduleClient({ connection }).getHandle('therapy-care/embeddings').trigger()
  } finally {
    await connection.close()
  }
}

const aDayLater = async ({ run, centre }: Scene): Promise<void> => {
  await run.site.query(A_DAY_LATER, [centre.tenantId])
}

const vectorsOf = async ({ run, centre }: Scene): Promise<Vectors> =>
  (await run.site.query<Vectors>(VECTORS, [centre.tenantId]))[0]!

interface Vectors {
  first: number
  second: number
}

const untilVectors = async (
  scene: Scene,
  model: 'local:first' | 'local:second',
  least: number,
): Promise<void> => {
  const name = model === 'local:first' ? 'first' : 'second'
  let [most, progressAt] = [-1, performance.now()]
  for (;;) {
    const count = (await vectorsOf(scene))[name]
    if (count >= least) return
    const now = performance.now()
    if (count > most) [most, progressAt] = [count, now]
    if (now - progressAt > STALLED_MS)
      throw new Error(`Only ${count} of ${least} passages have vectors of ${model}`)
    await sleep(POLL_MS)
  }
}

const untilTrue = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  const since = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - since > STALLED_MS) throw new Error(`Never: ${isTrue.toString()}`)
    await sleep(POLL_MS)
  }
}

const holdsEachVectorOnce = async ({ run, centre }: Scene, when: string): Promise<void> => {
  const torn = await run.site.query(TORN, [centre.tenantId])
  run.holds(`each passage has one vector ${when}`, torn.length === 0, torn.slice(0, 3))
}

const READY = `
  SELECT count(*)::int AS count FROM knowledge_documents WHERE tenant_id = $1 AND status = 'READY'`

const WITHOUT_VECTORS = `
  SELECT count(*)::int AS count FROM knowledge_documents WHERE tenant_id = $1 AND passages_embedded < passages_read`

const A_DAY_LATER = `
  UPDATE knowledge_documents SET ready_at = ready_at - interval '1 day' WHERE tenant_id = $1`

const VECTORS = `
  SELECT count(*) FILTER (WHERE model = 'local:first')::int AS first, count(*) FILTER (WHERE model = 'local:second')::int AS second
  FROM knowledge_vectors WHERE tenant_id = $1`

const TORN = `
  SELECT p.document_id AS "documentId", p.number, count(v.model)::int AS vectors
  FROM knowledge_passages p
  LEFT JOIN knowledge_vectors v ON v.tenant_id = p.tenant_id AND v.document_id = p.document_id AND v.number = p.number
  WHERE p.tenant_id = $1 GROUP BY 1, 2 HAVING count(v.model) <> 1`
