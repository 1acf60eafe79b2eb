import type { OpenPlatform, Platform } from './platform.ts'
import type { Actor } from '../access/permissions.ts'
import type { Connection } from '../sql/connection.ts'

/** The caller, the tenant and the call: the first argument of every verb and query. */
export interface Context {
  platform: Platform
  tenantId: string
  actor: Actor
  /** For an HTTP call: the caller in each of their sights, the widest first (docs/decisions/0109). */
  sights?: readonly Actor[]
  /** The operation's name in the audit row: an operation id, an activity or a command. */
  action: string
  requestId?: string
  workflowId?: string
  /** The trace of the call (W3C traceparent), if tracing is enabled. */
  traceparent?: string
  /** The HTTP status in the audit row of a successful call. */
  httpStatus?: number
  /** The platform's public address; set for HTTP calls. */
  publicUrl?: string
  /** Allows the call while the centre is suspended: for operators' actions and for signing in. */
  whileSuspended?: true
  /** Set for the removal of a closed centre. */
  whileClosed?: true
  /** For an HTTP call: the database query that confirms its caller. */
  confirmation?: Confirmable
}

/** The context for work outside of transactions, which can use files, name servers and scanners. */
export interface OutsideContext extends Context {
  platform: OpenPlatform
}

/** A query that is sent with the first statements of a transaction. */
export interface Confirmable {
  askOn: (connection: Connection) => void
}

/** The context of the platform itself, acting for a tenant in an activity or on the command line. */
export const systemContext = <P extends Platform>(
  platform: P,
  { tenantId, action, workflowId }: { tenantId: string; action: string; workflowId?: string },
): Context & { platform: P } => ({
  platform,
  tenantId,
  action,
  ...(workflowId && { workflowId }),
  actor: { kind: 'SYSTEM', id: workflowId ? 'workflow' : 'operator', permissions: 'all' },
})
