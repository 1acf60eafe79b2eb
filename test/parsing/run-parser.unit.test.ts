import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { runParser, type Parser } from '../../providers/parsing/index.ts'
import type { ParserRun } from '../../providers/parsing/run-parser.ts'

/** What happens to a parser that hangs, grows, crashes or lies, and to the process meanwhile. */

const parser: Parser<{ does: string; mark?: string }, { words: string[] }> = {
  module: new URL('./parsers/misbehaving.ts', import.meta.url),
  answer: z.strictObject({ words: z.array(z.string()) }),
  limits: { memoryMb: 32, answerCharacters: 10_000 },
}
/** Runs the parser above, or a similar one, with generous time by default. */
const run = (
  does: string,
  { of = parser, mark, ...how }: Partial<ParserRun> & { of?: typeof parser; mark?: string } = {},
) => runParser(of, { does, ...(mark && { mark }) }, { deadlineMs: 60_000, ...how })
const LIMIT = { timeout: 600_000 }

process.env['PARSER_TEST_SECRET'] = 'secret'
afterAll(() => void delete process.env['PARSER_TEST_SECRET'])

test('validates and returns a result', LIMIT, async () => {
  expect(await run('answer')).toEqual({
    ok: true,
    answer: { words: ['a', 'b'] },
  })
})

test.each(['loop', 'backtrack'])(
  'terminates a parser that never ends (%s) at its deadline without blocking the process',
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
  'terminates a parser that needs too much memory (%s)',
  LIMIT,
  (does) => expect(run(does)).resolves.toEqual({ ok: false, failure: 'too_much_memory' }),
)

test.each(['throw', 'reject', 'recurse', 'exit'])(
  'reports a parser that fails (%s)',
  LIMIT,
  (does) => expect(run(does)).resolves.toEqual({ ok: false, failure: 'crashed' }),
)

test('reports a parser that cannot be loaded', LIMIT, async () => {
  const module = new URL('./parsers/missing.ts', import.meta.url)
  expect(await run('answer', { of: { ...parser, module } })).toEqual({
    ok: false,
    failure: 'crashed',
  })
})

test.each(['other answer', 'no answer', 'long answer'])(
  'reports a malformed result (%s)',
  LIMIT,
  (does) => expect(run(does)).resolves.toEqual({ ok: false, failure: 'malformed_answer' }),
)

test('drops the output of the parser, which may quote the file', LIMIT, async () => {
  const written = [process.stdout, process.stderr].map((it) => vi.spyOn(it, 'write'))
  expect(await run('say')).toMatchObject({ ok: true })
  for (const spy of written) {
    expect(spy.mock.calls.flat().join('')).not.toContain('Lena')
    spy.mockRestore()
  }
})

test('hides the environment of the process from the thread', LIMIT, async () => {
  expect(await run('environment')).toEqual({
    ok: true,
    answer: { words: [] },
  })
})

test('terminates the thread on abort', LIMIT, async () => {
  const abort = new AbortController()
  const mark = path.join(mkdtempSync(path.join(tmpdir(), 'therapy-parser-')), 'begun')
  onTestFinished(() => rmSync(path.dirname(mark), { recursive: true }))
  const parsing = run('loop', { mark, signal: abort.signal })
  await expect.poll(() => existsSync(mark)).toBe(true)
  abort.abort(new Error('the worker stops'))
  await expect(parsing).rejects.toThrow('the worker stops')
  await expect(run('loop', { signal: abort.signal })).rejects.toThrow('stops')
})
