import type { ChatMessage, ToolCall } from '#providers/ai/chat-models.ts'

/** A step of the conversation with a model. */
export type LoopStep =
  | { kind: 'MODEL'; text: string; toolCalls: readonly ToolCall[]; tokens: number }
  /** With `refused`, the tool was not called and the model was told why. */
  | { kind: 'TOOL'; callId: string; name: string; result: string; refused?: true }
  /** The model was told which errors its output has. */
  | { kind: 'REPAIR'; text: string }

export interface LoopLimits {
  /** The limits of a conversation. */
  turns: number
  /** The token limit for all turns together. A turn that has started is completed. */
  tokens: number
}

/** A valid output, or its errors as text for the model. */
export type OutputCheck<Output = unknown> = (text: string) => { output: Output } | { wrong: string }

/** Maximum number of tool calls per turn. If a turn has more, it is refused with a message. */
const MOST_CALLS_OF_A_TURN = 8

export type NextMove<Output = unknown> =
  | { move: 'ASK'; messages: ChatMessage[] }
  | { move: 'CALL'; call: ToolCall }
  /** The turn has too many calls: none is executed, and the model is told. */
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

/** The first call of the last turn that has no result yet. */
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

/** Treats a text without tool calls as the output. The model may correct an invalid output once. */
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
