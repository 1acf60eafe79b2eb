import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolRequest,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { jsonSchemaOf } from '#agents/catalog/schemas.ts'
import { callTool } from '#agents/tools/call-tool.ts'
import { TOOLS } from '#agents/tools/index.ts'
import type { Tool } from '#agents/tools/tool.ts'
import { didYouMean } from '#platform/core/input/closest.ts'
import { centreSuspended, DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId, subjectOf } from '#platform/core/records/ids.ts'
import { actorFor, can, permissionsIn, type Actor } from '#platform/core/access/permissions.ts'
import { CallerChanged } from '#platform/identity/confirmation.ts'
import type { Principal } from '#platform/identity/create-identity.ts'
import { API_VERSION } from '../documents/changelog.ts'
import type { HttpContext } from '../http/http-context.ts'
import {
  assertAdmitted,
  contextOf,
  isAdmitted,
  recognize,
  recognized,
  record,
  refuse,
  reportRefusal,
  send,
} from '../http/call.ts'
import { keyHolderOf } from '../http/idempotency.ts'
import { childrenIn, disclosure } from '../http/disclosed-children.ts'
import { parseJson, readBody } from '../http/json-body.ts'
import { assertSameOrigin } from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { MCP_ACTION, MCP_METADATA_PATH } from './mcp-paths.ts'

/** Answers a message in the Model Context Protocol. */
export const answerMcp = async (services: Services, c: HttpContext): Promise<Response> => {
  c.set('operation', MCP_ACTION)
  try {
    assertSameOrigin(services, c)
    const caller = await confirmed(services, c)
    if (caller.admits === 'NOTHING') throw centreSuspended()
    return await answer(services, c, caller, parseJson(await readBody(c.req.raw)))
  } catch (error) {
    const response = await refuse(services, c, contextOf(services, c, MCP_ACTION), error)
    if (response.status === 401)
      response.headers.set('WWW-Authenticate', challenge(services, c.get('refusal') !== undefined))
    return response
  }
}

/** The caller as the database knows it now, for whom everything is listed, read and written. */
const confirmed = async (services: Services, c: HttpContext): Promise<Principal> => {
  for (;;) {
    const caller = recognized(c)
    try {
      await caller.confirmation.settle()
      return caller
    } catch (error) {
      if (!(error instanceof CallerChanged)) throw error
      await recognize(services, c)
    }
  }
}

const challenge = ({ publicUrl }: Services, isRefused: boolean): string => {
  const metadata = `resource_metadata="${new URL(MCP_METADATA_PATH, publicUrl).href}"`
  return isRefused ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`
}

/** Creates a server for one message. Nothing is kept between messages. */
const answer = async (
  services: Services,
  c: HttpContext,
  caller: Principal,
  message: unknown,
): Promise<Response> => {
  if (Array.isArray(message))
    throw invalid('', 'invalid_type', 'The body is a batch. Send one JSON-RPC message at a time.')
  const server = createServer(services, c, caller)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const answered = await transport.handleRequest(c.req.raw, { parsedBody: message })
    const type = answered.headers.get('content-type')
    return send(c, answered.status, await answered.text(), type ? { 'Content-Type': type } : {})
  } finally {
    await server.close()
  }
}

const INSTRUCTIONS =
  'Tools of a therapy centre. They act for the person or key whose token is sent, and see only what that person or key sees. Tools named propose_… do nothing themselves: they create a task for a person of the centre.'

/** For questions to people, which no tool asks. Created once, because it compiles schemas. */
const VALIDATOR = new AjvJsonSchemaValidator()

const createServer = (services: Services, c: HttpContext, caller: Principal): Server => {
  const server = new Server(
    { name: 'therapy-care-platform', title: 'Therapy Care Platform', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: VALIDATOR },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.values(TOOLS)
      .filter((tool) => mayCall(caller, tool))
      .map((tool) => DESCRIPTIONS.get(tool.name)!),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(services, c, caller, params))
  return server
}

const methodOf = ({ effect }: Tool): 'GET' | 'POST' => (effect === 'READ' ? 'GET' : 'POST')

const mayCall = (caller: Principal, tool: Tool): boolean => {
  const needs = permissionsIn(tool.needs)
  const actor = actorFor(caller.actors, needs)
  return isAdmitted(caller, methodOf(tool)) && needs.every((permission) => can(actor, permission))
}

const describe = ({ name, title, description, parameters, answers, effect }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { type: 'object' as const, ...jsonSchemaOf(parameters) },
  ...(answers && { outputSchema: { type: 'object' as const, ...jsonSchemaOf(answers) } }),
  annotations: {
    readOnlyHint: effect === 'READ',
    destructiveHint: false,
    openWorldHint: false,
  },
})

const DESCRIPTIONS = new Map(Object.values(TOOLS).map((tool) => [tool.name, describe(tool)]))

const call = async (
  services: Services,
  c: HttpContext,
  caller: Principal,
  { name, arguments: parameters = {}, _meta: meta }: CallToolRequest['params'],
): Promise<CallToolResult> => {
  const tool = await toolNamed(services, c, name)
  const ctx = contextOf(services, c, `${MCP_ACTION}/${tool.name}`)
  const subject = subjectOf(typeof parameters['id'] === 'string' ? parameters['id'] : undefined)
  try {
    assertAdmitted(caller, methodOf(tool))
    ctx.actor = actorFor(caller.actors, permissionsIn(tool.needs))
    const run = { idempotencyKey: idempotencyKey(ctx.actor, tool, meta), runId: null, madeFrom: [] }
    const asking = { ...ctx, httpStatus: 200 }
    const text = JSON.stringify(await callTool(asking, tool, { parameters, ...run }))
    const value = JSON.parse(text) as Record<string, unknown>
    if (tool.effect === 'READ') {
      const children = childrenIn(value)
      await record(services, asking, {
        outcome: 'ALLOWED',
        ...(subject && { subject }),
        ...disclosure(ctx.actor, children),
      })
    } else {
      services.wakeRelay()
    }
    return { content: [{ type: 'text', text }], structuredContent: value }
  } catch (error) {
    const { problem } = await reportRefusal(services, c, ctx, error, subject)
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] }
  }
}

/** Unknown names of tools are errors of the protocol, and are audited like unknown paths. */
const toolNamed = async (services: Services, c: HttpContext, name: string): Promise<Tool> => {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (tool) return tool
  const unknown = `The tool does not exist${didYouMean(name, Object.keys(TOOLS))}. To list the tools that you can call, use tools/list.`
  const ctx = contextOf(services, c, MCP_ACTION)
  await reportRefusal(services, c, ctx, new DomainError('not_found', unknown))
  throw new McpError(ErrorCode.InvalidParams, unknown)
}

/** The client's id for this call, which makes a retry idempotent. */
const idempotencyKey = (
  actor: Actor,
  { name }: Tool,
  meta: Record<string, unknown> | undefined,
): string => {
  const given = meta?.['idempotencyKey'] ?? newId('request')
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(given))
    throw invalid(
      '_meta.idempotencyKey',
      'invalid_format',
      '_meta.idempotencyKey must be 1 to 128 visible ASCII characters.',
    )
  return `${MCP_ACTION}/${keyHolderOf(actor)}/${name}/${given}`
}
