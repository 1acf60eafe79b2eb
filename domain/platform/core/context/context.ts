import type { OpenPlatform, Platform } from './platform.ts'
import type { Actor } from '../access/permissions.ts'
import type { Connection } from '../sql/connection.ts'

/** Caller, tenant and call: the first argument of every verb and query. */
export interface Context {
  platform: Platform
  tenantId: string
  actor: Actor
  /** The operation in the audit row: its id, the activity's name, the command. */
  action: string
  requestId?: string
  workflowId?: string
  /** The call's trace (W3C traceparent), if tracing is enabled. */
  traceparent?: string
  /** The status in the audit row of an allowed HTTP call. */
  httpStatus?: number
  /** The platform's public address, for HTTP calls. */
  publicUrl?: string
  /** Also allowed while the centre is suspended: operators' actions and signing in. */
  whileSuspended?: true
  /** The removal of a closed centre. */
  whileClosed?: true
  /** For an HTTP call: the database query about its caller. */
  confirmation?: Confirmable
}

/** The context of work outside transactions, which can use files, name servers and scanners. */
export interface OutsideContext extends Context {
  platform: OpenPlatform
}

/** A query sent with the first statements of a transaction. */
export interface Confirmable {
  askOn: (connection: Connection) => void
}

/** The platform acting for a tenant by itself, in an activity or on the command line. */
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
