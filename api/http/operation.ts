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

/** The parsed input of a handler. */
export interface Parsed<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The version in If-Match, if it was sent. */
  version: number | undefined
}

/** A body in multipart/form-data: fields, and files that are stored before `run`. */
interface Form<Body = unknown> {
  /** The fields and files together, as `run` receives them. */
  parts: z.core.$ZodType<Body>
  /** The name of the parts that are files. */
  files: string
  mostFiles: number
  /** Stores or refuses a file. Files that `run` does not record are removed. */
  receive: (
    ctx: OutsideContext,
    file: { name: string; chunks: Upload['chunks'] },
  ) => Promise<StoredBytes>
}

/** A tag with its subject. One operation of each tag describes it; the others use its name. */
export interface Tag {
  name: string
  about: string
}

/**
 * An operation of the API, as data. `run` names a verb or a query of the domain; the pipeline, the document and
 * the contract suite read everything else.
 */
interface Definition<Params, Query, Body, Response, Prepared> {
  /** Unique. It is the operationId in the document and the action in the audit row. */
  id: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path with `{name}` parameters. */
  path: string
  tag: string | Tag
  /** A few words; `description` says what else callers must know. */
  summary: string
  description?: string
  /**
   * The permissions for the call and for the content of its response. They determine the scopes. If there are
   * several, the first is the operation's own.
   */
  permission: Needs
  /** Further permissions, which depend on the content of the call. */
  alsoNeeds?: (input: Parsed<Params, Query, Body>) => readonly Permission[]
  /**
   * Set if a person needs a fresh proof. By default the permission decides this (`freshProof` in
   * `resource.ts`). A dry run needs none.
   */
  freshProof?: true
  params?: z.core.$ZodType<Params>
  query?: z.core.$ZodType<Query>
  body?: z.core.$ZodType<Body>
  /** A form that replaces the JSON body. */
  form?: Form<Body>
  /** Set if no body equals `{}`, because every member has a default. */
  bodyOptional?: boolean
  status: 200 | 201 | 202
  response: z.core.$ZodType<Response>
  /** What the example of `response` does not show: the effect of the verb. */
  example?: Partial<Response>
  /** The media type of a response that is a file, for GET only. `response` is `file` then. */
  produces?: string
  /** Error codes of `run`, in addition to those of the pipeline. */
  errors?: readonly ErrorCode[]
  /** The events that a success sends. */
  events?: readonly EventType[]
  /** Headers of successful responses, such as a notice of deprecation. */
  headers?: Record<string, string>
  /** From this instant on, the operation returns 410. */
  sunset?: Date
  /** Set if each connection keeps the plans of the statements of this write (`Opening.plansOnce`). */
  plansOnce?: true
  /**
   * Calls other services for a write, for example to look up names. It runs before the transaction, for callers
   * who are authorized, and not for a replay. Its result is the third argument of `run`.
   */
  prepare?: (
    ctx: OutsideContext,
    input: Parsed<Params, Query, Body>,
    listener: Listener,
  ) => Promise<Prepared>
  /** Set if, with `Accept: text/event-stream`, partial results of `prepare` are sent as events. */
  streams?: true
  run: (
    ctx: Context,
    input: Parsed<Params, Query, Body>,
    prepared: NoInfer<Prepared>,
  ) => Promise<Response>
}

/** An operation without its type parameters, for the pipeline, the document and the contract suite. */
export interface Operation extends Omit<
  Definition<unknown, unknown, unknown, unknown, unknown>,
  'tag' | 'permission' | 'params' | 'query' | 'body' | 'form' | 'response' | 'example'
> {
  tag: string
  /** The subject of its tag, where it is described. */
  tagAbout?: string
  /** The operation's own permission. */
  permission: Permission
  /** All permissions that it requires, its own first. */
  permissions: readonly [Permission, ...Permission[]]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  form?: Form & { parts: z.ZodType }
  response: z.ZodType
  example?: object
  /** The expansions that it supports. */
  expansions?: readonly Expansion[]
  /** Members that it refuses, with the operations that accept them. */
  instead?: ReadonlyMap<string, readonly string[]>
}

export const operation = <Params, Query, Body, Response, Prepared = undefined>(
  definition: Definition<Params, Query, Body, Response, Prepared>,
): Operation => {
  const permissions = permissionsIn(definition.permission)
  const declared = definition as unknown as Omit<Operation, 'permission' | 'permissions' | 'tag'>
  const { tag } = definition
  const freshProof = definition.method !== 'get' && permissions.some(takesFreshProof)
  return {
    ...declared,
    ...(typeof tag === 'string' ? { tag } : { tag: tag.name, tagAbout: tag.about }),
    ...(freshProof && { freshProof }),
    permission: permissions[0],
    permissions,
  }
}
