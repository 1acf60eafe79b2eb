import type { OpenPlatform, Platform } from './platform.ts'
import type { Actor } from '../access/permissions.ts'
import type { Connection } from '../sql/connection.ts'

/** Who asks, for which tenant, by which call: the first argument of every verb and query. */
export interface Context {
  platform: Platform
  tenantId: string
  actor: Actor
  /** What the audit row calls this: the operation's id, the activity's name, the command. */
  action: string
  requestId?: string
  workflowId?: string
  /** The trace that this call belongs to (W3C traceparent), where tracing is on. */
  traceparent?: string
  /** The status that the audit row of an allowed HTTP call records. */
  httpStatus?: number
  /** Where people reach the platform, for calls that come over HTTP. */
  publicUrl?: string
  /** It may also be done while the centre is suspended: what an operator does, and signing in. */
  whileSuspended?: true
  /** It is the removal of a centre that is closed. */
  whileClosed?: true
  /** Of an HTTP call: what the database is asked about its caller. */
  confirmation?: Confirmable
}

/** The context of work outside of transactions, which may reach files, name servers and scanners. */
export interface OutsideContext extends Context {
  platform: OpenPlatform
}

/** A question that is sent with the first statements of a transaction. */
export interface Confirmable {
  askOn: (connection: Connection) => void
}

/** The platform acting for a tenant on its own account, in an activity or at the command line. */
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
