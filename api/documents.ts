import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './http/call.ts'
import type { Services } from './services.ts'

export const mountDocuments = (_app: OpenAPIHono<HttpEnv>, _services: Services): void => {}
