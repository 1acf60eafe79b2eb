import type { ChatMessage, ToolCall } from '#providers/ai/chat-models.ts'

/** The conversation with a model, in order. */
export type LoopStep =
  | { kind: 'MODEL'; text: string; toolCalls: readonly ToolCall[]; tokens: number }
  /** `refused`: not called, and the model was told why. */
  | { kind: 'TOOL'; callId: string; name: string; result: string; refused?: true }
  /** The model was told the errors of its output. */
  | { kind: 'REPAIR'; text: string }

export interface LoopLimits {
  /** The limits of a conversation. */
  turns: number
  /** The limit of all turns together; a current one is completed. */
  tokens: number
}

/** A valid output, or its errors as text for the model. */
export type OutputCheck<Output = unknown> = (text: string) => { output: Output } | { wrong: string }

/** Maximum tool calls per turn; further ones are refused with a message. */
const MOST_CALLS_OF_A_TURN = 8

export type NextMove<Output = unknown> =
  | { move: 'ASK'; messages: ChatMessage[] }
  | { move: 'CALL'; call: ToolCall }
  /** Excess calls of a turn: none is executed, and the model is told. */
  | { move: 'REFUSE'; calls: readonly ToolCall[]; reason: string }
  | { move: 'REPAIR'; text: string }
  | { move: 'END'; output: Output }
  | { move: 'FAIL'; code: 'turns_exhausted' | 'tokens_exhausted' | 'output_invalid' }

/** The next move of the loop model → tools → model. A pure function of the conversation so far. */
export const nextMove = <Output>(
  prompt: string,
  steps: readonly LoopStep[],
  limits: LoopLimits,
  check: OutputCheck<Output>,
): NextMove<Output> => {
  const last = steps.at(-1)
  const said = steps.findLast((step) => step.kind === 'MODEL')
  if (said && last?.kind !== 'REPAIR') {
    const open = openCall(said, steps)
    if (open) return open
    if (last === said) return concluded(said.text, steps, check)
  }
  const turns = steps.filter(({ kind }) => kind === 'MODEL').length
  if (turns >= limits.turns) return { move: 'FAIL', code: 'turns_exhausted' }
  const tokens = steps.reduce((sum, step) => sum + (step.kind === 'MODEL' ? step.tokens : 0), 0)
  if (tokens >= limits.tokens) return { move: 'FAIL', code: 'tokens_exhausted' }
  return { move: 'ASK', messages: conversation(prompt, steps) }
}

/** The next call of the last turn without a result. */
const openCall = (
  said: Extract<LoopStep, { kind: 'MODEL' }>,
  steps: readonly LoopStep[],
): Extract<NextMove, { move: 'CALL' | 'REFUSE' }> | undefined => {
  const done = steps.length - 1 - steps.lastIndexOf(said)
  const call = said.toolCalls[done]
  if (!call) return undefined
  if (done < MOST_CALLS_OF_A_TURN) return { move: 'CALL', call }
  const reason = `At most ${MOST_CALLS_OF_A_TURN} tools are called in a turn. Ask for this one again.`
  return { move: 'REFUSE', calls: said.toolCalls.slice(done), reason }
}

/** A text without calls is the output. An invalid one may be corrected once. */
const concluded = <Output>(
  text: string,
  steps: readonly LoopStep[],
  check: OutputCheck<Output>,
): NextMove<Output> => {
  const checked = check(text)
  if ('output' in checked) return { move: 'END', output: checked.output }
  if (steps.some(({ kind }) => kind === 'REPAIR')) return { move: 'FAIL', code: 'output_invalid' }
  return {
    move: 'REPAIR',
    text: `Your answer does not have the form that was asked for: ${checked.wrong} Answer again, with the JSON object and nothing else.`,
  }
}

const conversation = (prompt: string, steps: readonly LoopStep[]): ChatMessage[] => [
  { role: 'USER', text: prompt },
  ...steps.map(messageOf),
]

const messageOf = (step: LoopStep): ChatMessage => {
  switch (step.kind) {
    case 'MODEL':
      return { role: 'MODEL', text: step.text, toolCalls: step.toolCalls }
    case 'TOOL':
      return { role: 'TOOL', callId: step.callId, name: step.name, text: step.result }
    case 'REPAIR':
      return { role: 'USER', text: step.text }
  }
}
