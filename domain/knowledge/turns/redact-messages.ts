import type { ChatMessage, ToolCall } from '#providers/ai/chat-models.ts'
import type { Redaction } from '../redaction/create-redaction.ts'

/** Redacts a conversation. */
export const redactMessages = (
  messages: readonly ChatMessage[],
  { redact }: Pick<Redaction, 'redact'>,
): ChatMessage[] =>
  messages.map((message) => {
    const text = redact(message.text)
    return message.role === 'MODEL'
      ? { ...message, text, toolCalls: mapCalls(message.toolCalls, redact) }
      : { ...message, text }
  })

/** A model's response with names restored. */
export const restoreSaid = (
  { text, toolCalls }: { text: string; toolCalls: readonly ToolCall[] },
  { restore }: Pick<Redaction, 'restore'>,
): { text: string; toolCalls: ToolCall[] } => ({
  text: restore(text),
  toolCalls: mapCalls(toolCalls, restore),
})

type Edit = (text: string) => string

const mapCalls = (calls: readonly ToolCall[], edit: Edit): ToolCall[] =>
  calls.map((call) => ({ ...call, input: call.input && mapMembers(call.input, edit) }))

const mapMembers = (members: Record<string, unknown>, edit: Edit): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, mapTexts(value, edit)]))

/** Changes every text in a JSON value. */
const mapTexts = (value: unknown, edit: Edit): unknown => {
  if (typeof value === 'string') return edit(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, edit))
  return typeof value === 'object' && value !== null
    ? mapMembers(value as Record<string, unknown>, edit)
    : value
}
