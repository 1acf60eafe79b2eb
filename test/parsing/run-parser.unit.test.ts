import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { runParser, type Parser } from '../../providers/parsing/index.ts'
import type { ParserRun } from '../../providers/parsing/run-parser.ts'

/** What becomes of a parser that hangs, grows, crashes or lies; and of the process meanwhile. */

const parser: Parser<{ does: string; mark?: string }, { words: string[] }> = {
  module: new URL('./parsers/misbehaving.ts', import.meta.url),
  answer: z.strictObject({ words: z.array(z.string()) }),
  limits: { memoryMb: 32, answerCharacters: 10_000 },
}
/** Runs the parser above, or one like it, with time to spare unless a test says otherwise. */
const run = (
  does: string,
  { of = parser, mark, ...how }: Partial<ParserRun> & { of?: typeof parser; mark?: string } = {},
) => runParser(of, { does, ...(mark && { mark }) }, { deadlineMs: 60_000, ...how })
const LIMIT = { timeout: 600_000 }

process.env['PARSER_TEST_SECRET'] = 'secret'
afterAll(() => void delete process.env['PARSER_TEST_SECRET'])

test('an answer is checked and handed on', LIMIT, async () => {
  expect(await run('answer')).toEqual({
    ok: true,
    answer: { words: ['a', 'b'] },
  })
})

test.each(['loop', 'backtrack'])(
  'a parser that never ends (%s) is ended at its deadline; timers of the process go on meanwhile',
  LIMIT,
  async (does) => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 20)
    expect(await run(does, { deadlineMs: 1_500 })).toEqual({ ok: false, failure: 'took_too_long' })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  },
)

test.each(['allocate', 'grow', 'buffers'])(
  'a parser that needs too much memory (%s) is ended',
  LIMIT,
  (does) => expect(run(does)).resolves.toEqual({ ok: false, failure: 'too_much_memory' }),
)

test.each(['throw', 'reject', 'recurse', 'exit'])('a parser that fails (%s)', LIMIT, (does) =>
  expect(run(does)).resolves.toEqual({ ok: false, failure: 'crashed' }),
)

test('a parser that cannot be loaded', LIMIT, async () => {
  const module = new URL('./parsers/missing.ts', import.meta.url)
  expect(await run('answer', { of: { ...parser, module } })).toEqual({
    ok: false,
    failure: 'crashed',
  })
})

test.each(['other answer', 'no answer', 'long answer'])('a malformed answer (%s)', LIMIT, (does) =>
  expect(run(does)).resolves.toEqual({ ok: false, failure: 'malformed_answer' }),
)

test('what the parser prints is dropped, for it quotes the file', LIMIT, async () => {
  const written = [process.stdout, process.stderr].map((it) => vi.spyOn(it, 'write'))
  expect(await run('say')).toMatchObject({ ok: true })
  for (const spy of written) {
    expect(spy.mock.calls.flat().join('')).not.toContain('Lena')
    spy.mockRestore()
  }
})

test(
  'the thread has no environment: the secrets of the process are none of its business',
  LIMIT,
  async () => {
    expect(await run('environment')).toEqual({
      ok: true,
      answer: { words: [] },
    })
  },
)

test('an abort ends the thread', LIMIT, async () => {
  const abort = new AbortController()
  const mark = path.join(mkdtempSync(path.join(tmpdir(), 'therapy-parser-')), 'begun')
  onTestFinished(() => rmSync(path.dirname(mark), { recursive: true }))
  const parsing = run('loop', { mark, signal: abort.signal })
  await expect.poll(() => existsSync(mark)).toBe(true)
  abort.abort(new Error('the worker stops'))
  await expect(parsing).rejects.toThrow('the worker stops')
  await expect(run('loop', { signal: abort.signal })).rejects.toThrow('stops')
})
