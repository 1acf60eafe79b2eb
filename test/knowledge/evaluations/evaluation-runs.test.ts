import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluateQuestions } from '#knowledge/evaluation-runs/evaluate-questions.ts'
import type { EvaluationResult, EvaluationRun } from '#knowledge/evaluation-runs/schemas.ts'
import type { Evaluation } from '#knowledge/evaluations/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

const EVALUATIONS = '/v1/ai/evaluations'
const RUNS = '/v1/ai/evaluation-runs'
const FREE = 'Appointments can be cancelled free of charge until 24 hours before they begin.'
const HOURS = 'We are open from Monday to Friday, from eight to six.'

let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant
let fees: string
let hours: string

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
  const documents = await assistant.upload(
    { name: 'fees.txt', contents: FREE },
    { name: 'hours.txt', contents: HOURS },
  )
  fees = documents[0]!.id
  hours = documents[1]!.id
})

afterAll(() => api[Symbol.asyncDispose]())

const questions = () => [
  { question: 'How late can appointments be cancelled free of charge?', documentIds: [fees] },
  { question: 'Are you open on Monday?', documentIds: [fees] },
  { question: 'Do you offer horse riding?', documentIds: [] },
]

const evaluation = async (asked: object[] = questions()): Promise<Evaluation> => {
  const { assistantId } = assistant
  const body = { assistantId, name: 'Basics', questions: asked }
  const made = await centre.post<Evaluation>(EVALUATIONS, body)
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.body
}

const start = async ({ id }: { id: string }): Promise<EvaluationRun> => {
  const { status, body, text } = await centre.post<EvaluationRun>(`${EVALUATIONS}/${id}/runs`)
  expect([status, text]).toEqual([202, text])
  return body
}

const shown = async (id: string) => (await centre.get<EvaluationRun>(`${RUNS}/${id}`)).body
const resultsOf = async (id: string) =>
  (await centre.get<{ data: EvaluationResult[] }>(`${RUNS}/${id}/results`)).body.data
const eventsOf = (id: string) =>
  api.query<{ payload: object }>(
    `SELECT payload FROM outbox WHERE type = 'evaluation_run.finished' AND subject_id = $1`,
    [id],
  )

test('a run reports what was found for each question, and totals', async () => {
  const { id: evaluationId, questionsVersion } = await evaluation()
  const run = await start({ id: evaluationId })
  expect(run).toMatchObject({ status: 'RUNNING', questions: 3, settled: 0, totals: null })
  const again = await centre.post<{ code: string }>(`${EVALUATIONS}/${evaluationId}/runs`)
  expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  await evaluateQuestions(assistant.ctx, { id: run.id })
  expect(await shown(run.id)).toMatchObject({
    evaluationId,
    assistantId: assistant.assistantId,
    assistantVersion: 1,
    questionsVersion,
    status: 'DONE',
    settled: 3,
    embeddingModel: null,
    totals: { answerable: 2, hitRateAt1: 0.5, hitRateAt3: 0.5, notFoundAccuracy: 1 },
  })
  expect(await resultsOf(run.id)).toMatchObject([
    { number: 1, documentIds: [fees], foundDocumentIds: [fees], rank: 1, hit: true },
    { number: 2, foundDocumentIds: [hours], rank: null, hit: false, notFoundRight: true },
    { number: 3, documentIds: [], hit: null, notFound: true, notFoundRight: true },
  ])
  expect((await eventsOf(run.id)).map(({ payload }) => payload)).toEqual([
    {
      evaluationRunId: run.id,
      evaluationId,
      assistantId: assistant.assistantId,
      assistantVersion: 1,
      questions: 3,
    },
  ])
})

test('a run continues after a crash and settles each question once, even if it is repeated', async () => {
  const asked = Array.from({ length: 25 }, (_, index) => ({
    question: `Are you open on day ${index}, Monday?`,
    documentIds: [hours],
  }))
  const { id } = await start(await evaluation(asked))
  const dying = new AbortController()
  const { signal } = dying
  const dies = evaluateQuestions(assistant.ctx, {
    id,
    signal: Object.assign(signal, {
      throwIfAborted: counted(signal, 15, () => dying.abort(new Error('The worker died.'))),
    }),
  })
  await expect(dies).rejects.toThrow('The worker died.')
  const half = await resultsOf(id)
  expect(half.filter(({ settledAt }) => settledAt !== null)).toHaveLength(10)
  expect(await shown(id)).toMatchObject({ status: 'RUNNING', settled: 10 })
  await Promise.all([
    evaluateQuestions(assistant.ctx, { id }),
    evaluateQuestions(assistant.ctx, { id }),
  ])
  const whole = await resultsOf(id)
  expect(whole.slice(0, 10)).toEqual(half.slice(0, 10))
  expect(whole.every(({ hit }) => hit)).toBe(true)
  expect(await shown(id)).toMatchObject({ status: 'DONE', settled: 25, totals: { hitRateAt1: 1 } })
  await evaluateQuestions(assistant.ctx, { id })
  expect(await resultsOf(id)).toEqual(whole)
  expect(await eventsOf(id)).toHaveLength(1)
})

/** Aborts a signal at the nth question. */
const counted = (signal: AbortSignal, at: number, end: () => void) => {
  const check = signal.throwIfAborted.bind(signal)
  let questions = 0
  return () => {
    questions += 1
    if (questions === at) end()
    check()
  }
}

test('runs compare between versions of the assistant, and changed questions start a new comparison', async () => {
  const set = await evaluation()
  const first = await start(set)
  await evaluateQuestions(assistant.ctx, { id: first.id })
  const path = `/v1/ai/assistants/${assistant.assistantId}`
  await centre.patch(path, { answerStyle: 'DETAILED' })
  await centre.post(`${path}/publish`)
  const second = await start(set)
  await evaluateQuestions(assistant.ctx, { id: second.id })
  const list = async (filter: string) =>
    (
      await centre.get<{ data: EvaluationRun[] }>(`${RUNS}?evaluationId=${set.id}&${filter}`)
    ).body.data.map(({ id, assistantVersion }) => [id, assistantVersion])
  expect(await list('status=DONE')).toEqual([
    [second.id, 2],
    [first.id, 1],
  ])
  expect(await list('assistantVersion=1')).toEqual([[first.id, 1]])
  const patch = (body: object) => centre.patch<Evaluation>(`${EVALUATIONS}/${set.id}`, body)
  expect((await patch({ name: 'All', questions: questions() })).body.questionsVersion).toBe(1)
  const fewer = questions().slice(0, 1)
  expect((await patch({ questions: fewer })).body.questionsVersion).toBe(2)
  expect(await resultsOf(first.id)).toHaveLength(3)
})

test('a later edition of the expected document counts as a hit', async () => {
  const other = await openAssistant(api, centre)
  const [old] = await other.upload({ name: 'fees.txt', contents: FREE })
  const made = await centre.post<Evaluation>(EVALUATIONS, {
    assistantId: other.assistantId,
    name: 'Editions',
    questions: [{ question: 'Is it free of charge to cancel?', documentIds: [old!.id] }],
  })
  const sent = await other.send([{ name: 'fees.txt', contents: `${FREE} Later, 25 EUR.` }], {
    replacesId: old!.id,
  })
  const id = sent.body.data[0]!.id
  await other.ingest(id)
  const run = await start(made.body)
  await evaluateQuestions(other.ctx, { id: run.id })
  const [result] = await resultsOf(run.id)
  expect(result).toMatchObject({ foundDocumentIds: [id], rank: 1 })
  expect(result!.documentIds.toSorted()).toEqual([old!.id, id].toSorted())
})

test('documents of other assistants, too many questions and archived evaluations are refused', async () => {
  const other = await openAssistant(api, centre)
  const make = (asked: object[]) =>
    centre.post<{ code: string }>(EVALUATIONS, {
      assistantId: other.assistantId,
      name: 'Wrong',
      questions: asked,
    })
  expect((await make(questions())).body.code).toBe('invalid_reference')
  const many = Array.from({ length: 501 }, () => ({ question: 'Where?', documentIds: [] }))
  expect((await make(many)).body.code).toBe('validation_failed')
  const { id } = await evaluation()
  await centre.post(`${EVALUATIONS}/${id}/archive`)
  const archived = await centre.post<{ code: string }>(`${EVALUATIONS}/${id}/runs`)
  expect([archived.status, archived.body.code]).toEqual([409, 'record_archived'])
  const reader = await api.createClient(centre.tenantId, { scopes: ['ai.read'] })
  expect((await reader.post(`${EVALUATIONS}/${id}/restore`)).status).toBe(403)
  expect((await centre.get(`${PATH}/documents/${fees}`)).status).toBe(200)
})
