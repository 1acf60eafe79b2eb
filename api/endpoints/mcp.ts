import type { Hono } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'
import type { Services } from '../services.ts'
import { MCP_PATH } from './mcp-paths.ts'

/**
 * Offers the tools of agents to any client of the Model Context Protocol (docs/decisions/0167). The protocol's
 * library is loaded with the first message.
 */
export const mountMcp = (app: Hono<HttpEnv>, services: Services): void => {
  app.post(MCP_PATH, async (c) => {
    const { answerMcp } = await import('./answer-mcp.ts')
    return answerMcp(services, c)
  })
}
