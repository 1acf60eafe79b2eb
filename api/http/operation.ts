import type { z } from 'zod'
import type { Context } from '../../domain/core/context.ts'
import type { ErrorCode } from '../../domain/core/errors.ts'
import type { Permission } from '../../domain/core/permissions.ts'
import type { EventType } from '../../domain/events/catalogue.ts'

/** What a handler is given, parsed. */
export interface Parsed<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The version of If-Match, where the caller sent one. */
  version: number | undefined
}

/**
 * One operation of the API, as data. `run` names a verb or a query of the domain; all else is the
 * pipeline's, the document's and the contract suite's to read.
 */
export interface Operation<Params = unknown, Query = unknown, Body = unknown, Response = unknown> {
  /** Unique; the operationId of the OpenAPI document and the action of the audit row. */
  id: string
  method: 'get' | 'post' | 'patch' | 'delete'
  /** With `{name}` parameters. */
  path: string
  tag: string
  /** A few words; `description` says what a caller must know beyond it. */
  summary: string
  description?: string
  /** What the caller must be allowed to do. The scopes follow from it. */
  permission: Permission
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  status: 200 | 201 | 202
  response: z.ZodType<Response>
  /** Codes that `run` may answer with, beyond those of the pipeline. */
  errors?: readonly ErrorCode[]
  /** Events that a success puts into the outbox. */
  events?: readonly EventType[]
  /** Response headers of a success, such as a deprecation notice. */
  headers?: Record<string, string>
  /** From this instant on the operation answers 410. */
  sunset?: Date
  run: (ctx: Context, input: Parsed<Params, Query, Body>) => Promise<Response>
}

/** Infers a literal's types and then erases them: the pipeline and the mount know no resource. */
export const operation = <Params, Query, Body, Response>(
  definition: Operation<Params, Query, Body, Response>,
): Operation => definition as unknown as Operation
