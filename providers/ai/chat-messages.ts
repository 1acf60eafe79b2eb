import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages'
import type { ChatMessage, ChatRequest, ChatTool, ToolCall } from './chat-models.ts'

/** Converts a conversation to LangChain's messages. */
export const messagesOf = ({ system, messages }: ChatRequest): BaseMessage[] => [
  new SystemMessage(system),
  ...messages.map(messageOf),
]

const messageOf = (message: ChatMessage): BaseMessage => {
  switch (message.role) {
    case 'USER':
      return new HumanMessage(message.text)
    case 'MODEL':
      return new AIMessage({
        content: message.text,
        tool_calls: message.toolCalls.map(({ id, name, input }) => ({
          id,
          name,
          args: input ?? {},
        })),
      })
    case 'TOOL':
      return new ToolMessage({
        tool_call_id: message.callId,
        name: message.name,
        content: message.text,
      })
  }
}

/** Tools in OpenAI's format, which LangChain's models of all providers accept. */
export const toolsOf = (tools: readonly ChatTool[]) =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters },
  }))

/** The tool calls of a model, in order. */
export const toolCallsIn = ({ tool_calls, invalid_tool_calls }: AIMessageChunk): ToolCall[] => [
  ...(tool_calls ?? []).map(({ id, name, args }) => ({ id: id ?? name, name, input: args })),
  ...(invalid_tool_calls ?? []).map(({ id, name = '' }) => ({
    id: id ?? name,
    name,
    input: null,
  })),
]
