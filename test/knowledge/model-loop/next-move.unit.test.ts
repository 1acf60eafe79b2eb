import { expect, test } from 'vitest'
import {
  nextMove,
  type LoopLimits,
  type LoopStep,
  type OutputCheck,
} from '#knowledge/model-loop/next-move.ts'

const call = (id: string) => ({ id, name: 'find_slots', input: {} })
const asked = (...ids: string[]): LoopStep => ({
  kind: 'MODEL',
  text: '',
  toolCalls: ids.map(call),
  tokens: 10,
})
const said = (text: string): LoopStep => ({ kind: 'MODEL', text, toolCalls: [], tokens: 10 })
const told = (callId: string): LoopStep => ({
  kind: 'TOOL',
  callId,
  name: 'find_slots',
  result: '[]',
})
const mended: LoopStep = { kind: 'REPAIR', text: 'Again.' }

const LIMITS: LoopLimits = { turns: 3, tokens: 1_000 }
const check: OutputCheck = (text) =>
  text === 'bad' ? { wrong: 'It is no JSON.' } : { output: text }

const next = (steps: LoopStep[], limits = LIMITS) => nextMove('When?', steps, limits, check)

test.each<[string, LoopStep[], object]>([
  ['begins with the prompt', [], { move: 'ASK', messages: [{ role: 'USER', text: 'When?' }] }],
  ['calls what was asked for', [asked('a', 'b')], { move: 'CALL', call: call('a') }],
  ['…one after the other', [asked('a', 'b'), told('a')], { move: 'CALL', call: call('b') }],
  ['ends with a text', [said('Monday')], { move: 'END', output: 'Monday' }],
  ['has an output mended', [said('bad')], { move: 'REPAIR' }],
  ['…once', [said('bad'), mended, said('bad')], { move: 'FAIL', code: 'output_invalid' }],
  ['…and takes it then', [said('bad'), mended, said('ok')], { move: 'END', output: 'ok' }],
  ['asks again after a repair', [said('bad'), mended], { move: 'ASK' }],
])('%s', (_, steps, expected) => {
  expect(next(steps)).toMatchObject(expected)
})

test('returns results to the model in order', () => {
  expect(next([asked('a', 'b'), told('a'), told('b')])).toMatchObject({
    move: 'ASK',
    messages: [
      { role: 'USER' },
      { role: 'MODEL', toolCalls: [call('a'), call('b')] },
      { role: 'TOOL', callId: 'a' },
      { role: 'TOOL', callId: 'b' },
    ],
  })
})

test('calls of one turn may share an id', () => {
  expect(next([asked('a', 'a'), told('a')])).toMatchObject({ move: 'CALL' })
  expect(next([asked('a', 'a'), told('a'), told('a')])).toMatchObject({ move: 'ASK' })
})

test('refuses all calls of a turn with too many', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `c${index}`)
  const steps = [asked(...ids), ...ids.slice(0, 8).map(told)]
  const move = next(steps)
  expect(move).toMatchObject({ move: 'REFUSE', reason: expect.stringContaining('At most 8') })
  expect(move).toHaveProperty('calls.length', 42)
})

test.each<[string, LoopStep[], Partial<LoopLimits>, string]>([
  ['turns', [asked('a'), told('a'), asked('b'), told('b')], { turns: 2 }, 'turns_exhausted'],
  ['tokens', [asked('a'), told('a')], { tokens: 10 }, 'tokens_exhausted'],
  ['turns for a repair', [said('bad'), mended], { turns: 1 }, 'turns_exhausted'],
])('continues without more %s', (_, steps, limits, code) => {
  expect(next(steps, { ...LIMITS, ...limits })).toEqual({ move: 'FAIL', code })
})

test('an output in the last turn counts', () => {
  expect(next([said('Monday')], { turns: 1, tokens: 1 })).toEqual({ move: 'END', output: 'Monday' })
})
