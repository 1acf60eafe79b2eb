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

/** A handler's parsed input. */
export interface Parsed<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The version of If-Match, if sent. */
  version: number | undefined
}

/** A multipart/form-data body: fields, and files stored before `run`. */
interface Form<Body = unknown> {
  /** Fields and files together, as passed to `run`. */
  parts: z.core.$ZodType<Body>
  /** The name of file parts. */
  files: string
  mostFiles: number
  /** Stores or refuses a file. Files that `run` does not record are removed. */
  receive: (
    ctx: OutsideContext,
    file: { name: string; chunks: Upload['chunks'] },
  ) => Promise<StoredBytes>
}

/**
 * An operation of the API, as data. `run` names a verb or query of the domain; the pipeline, document and
 * contract suite read the rest.
 */
interface Definition<Params, Query, Body, Response, Prepared> {
  /** Unique; the operationId of the document and the action of the audit row. */
  id: string
  method: 'get' | 'post' | 'patch' | 'delete'
  /** With `{name}` parameters. */
  path: string
  tag: string
  /** A few words; `description` has what callers must know besides. */
  summary: string
  description?: string
  /**
   * Permissions for the call and for its response's content. They determine the scopes; the first of several is
   * the operation's own.
   */
  permission: Needs
  /** Additional permissions by the call's content. */
  alsoNeeds?: (input: Parsed<Params, Query, Body>) => readonly Permission[]
  /**
   * Requires a fresh proof of a person. By default its permission decides (`freshProof` in `resource.ts`). A
   * dry run needs none.
   */
  freshProof?: true
  params?: z.core.$ZodType<Params>
  query?: z.core.$ZodType<Query>
  body?: z.core.$ZodType<Body>
  /** Instead of a JSON body. */
  form?: Form<Body>
  /** No body equals `{}`: every member has a default. */
  bodyOptional?: boolean
  status: 200 | 201 | 202
  response: z.core.$ZodType<Response>
  /** What a response shows beyond the example of `response`: the verb's effect. */
  example?: Partial<Response>
  /** The media type of a file response, only for GET: `response` is `file` then. */
  produces?: string
  /** Codes of `run` besides the pipeline's. */
  errors?: readonly ErrorCode[]
  /** Events of a success. */
  events?: readonly EventType[]
  /** Response headers of a success, such as a deprecation notice. */
  headers?: Record<string, string>
  /** From this instant on the operation returns 410. */
  sunset?: Date
  /**
   * A write's external lookups, such as names: runs before the transaction, for authorized callers, and not for
   * a replay. Its result is the third argument of `run`.
   */
  prepare?: (
    ctx: OutsideContext,
    input: Parsed<Params, Query, Body>,
    listener: Listener,
  ) => Promise<Prepared>
  /** With `Accept: text/event-stream`, partial results of `prepare` are sent as events. */
  streams?: true
  run: (
    ctx: Context,
    input: Parsed<Params, Query, Body>,
    prepared: NoInfer<Prepared>,
  ) => Promise<Response>
}

/** An operation with erased types, for the pipeline, document and contract suite. */
export interface Operation extends Omit<
  Definition<unknown, unknown, unknown, unknown, unknown>,
  'permission' | 'params' | 'query' | 'body' | 'form' | 'response' | 'example'
> {
  /** Its own permission. */
  permission: Permission
  /** All required permissions, its own first. */
  permissions: readonly [Permission, ...Permission[]]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  form?: Form & { parts: z.ZodType }
  response: z.ZodType
  example?: object
  /** The possible expansions. */
  expansions?: readonly Expansion[]
  /** Refused members, with the operations that accept them. */
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
