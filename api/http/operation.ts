import type { z } from 'zod'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import {
  permissionsIn,
  takesFreshProof,
  type Needs,
  type Permission,
} from '#platform/core/access/permissions.ts'
import type { StoredBytes, Upload } from '#platform/files/store-bytes.ts'
import type { EventType } from '#webhooks/events/event-types.ts'
import type { Listener } from './answer-by-events.ts'
import type { Expansion } from './expandable.ts'

/** What a handler is given, parsed. */
export interface Parsed<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The version of If-Match, where the caller sent one. */
  version: number | undefined
}

/** A body that is multipart/form-data: fields, and files that are in the store before `run` begins. */
interface Form<Body = unknown> {
  /** Fields and files together, as `run` is given them. */
  parts: z.core.$ZodType<Body>
  /** The name of the parts that are files. */
  files: string
  mostFiles: number
  /** Stores one file, or refuses it. What `run` does not record is removed again. */
  receive: (
    ctx: OutsideContext,
    file: { name: string; chunks: Upload['chunks'] },
  ) => Promise<StoredBytes>
}

/**
 * One operation of the API, as data. `run` names a verb or a query of the domain; all else is the
 * pipeline's, the document's and the contract suite's to read.
 */
interface Definition<Params, Query, Body, Response, Prepared> {
  /** Unique; the operationId of the OpenAPI document and the action of the audit row. */
  id: string
  method: 'get' | 'post' | 'patch' | 'delete'
  /** With `{name}` parameters. */
  path: string
  tag: string
  /** A few words; `description` says what a caller must know beyond it. */
  summary: string
  description?: string
  /**
   * What the caller must be allowed to do, and to read of what the answer shows. The scopes follow from
   * it; of several permissions the first is the operation's own.
   */
  permission: Needs
  /** What a call takes besides, by what it names. */
  alsoNeeds?: (input: Parsed<Params, Query, Body>) => readonly Permission[]
  /**
   * A person proves anew who they are first. Left out, its permission says so (`freshProof` in `resource.ts`).
   * A rehearsal (`dryRun`) asks for nothing.
   */
  freshProof?: true
  params?: z.core.$ZodType<Params>
  query?: z.core.$ZodType<Query>
  body?: z.core.$ZodType<Body>
  /** Instead of a JSON body. */
  form?: Form<Body>
  /** No body is the same as `{}`: every member has a default. */
  bodyOptional?: boolean
  status: 200 | 201 | 202
  response: z.core.$ZodType<Response>
  /** What an answer shows that the example of `response` does not: what the verb has done. */
  example?: Partial<Response>
  /** The media type of an answer that is a file, of a GET only: `response` is `file` then. */
  produces?: string
  /** Codes that `run` may answer with, beyond those of the pipeline. */
  errors?: readonly ErrorCode[]
  /** Events that a success puts into the outbox. */
  events?: readonly EventType[]
  /** Response headers of a success, such as a deprecation notice. */
  headers?: Record<string, string>
  /** From this instant on the operation answers 410. */
  sunset?: Date
  /**
   * What a write needs from outside the database, such as a name look-up: runs before the transaction,
   * for callers who may make the call, and not for a replay. Its result is the third argument of `run`.
   */
  prepare?: (
    ctx: OutsideContext,
    input: Parsed<Params, Query, Body>,
    listener: Listener,
  ) => Promise<Prepared>
  /** With `Accept: text/event-stream` what `prepare` tells its listener comes as events before the answer. */
  streams?: true
  run: (
    ctx: Context,
    input: Parsed<Params, Query, Body>,
    prepared: NoInfer<Prepared>,
  ) => Promise<Response>
}

/** An operation as the pipeline, the document and the contract suite know it: its types are erased. */
export interface Operation extends Omit<
  Definition<unknown, unknown, unknown, unknown, unknown>,
  'permission' | 'params' | 'query' | 'body' | 'form' | 'response' | 'example'
> {
  /** Its own permission. */
  permission: Permission
  /** All that it takes, its own first. */
  permissions: readonly [Permission, ...Permission[]]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  form?: Form & { parts: z.ZodType }
  response: z.ZodType
  example?: object
  /** What `expand=` can show. */
  expansions?: readonly Expansion[]
  /** Of members that it refuses, the calls that take them. */
  instead?: ReadonlyMap<string, readonly string[]>
}

export const operation = <Params, Query, Body, Response, Prepared = undefined>(
  definition: Definition<Params, Query, Body, Response, Prepared>,
): Operation => {
  const permissions = permissionsIn(definition.permission)
  const declared = definition as unknown as Omit<Operation, 'permission' | 'permissions'>
  const freshProof = definition.method !== 'get' && permissions.some(takesFreshProof)
  return {
    ...declared,
    ...(freshProof && { freshProof }),
    permission: permissions[0],
    permissions,
  }
}
