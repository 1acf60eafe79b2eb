/** What clients were told, in request order. */

/** One HTTP call. */
export interface Call {
  tenantId: string
  requestId: string
  /** Undefined if the connection broke: the client does not know the outcome. */
  status: number | undefined
  code: string | undefined
  replayed: boolean
  sentAt: number
  answeredAt: number
}

/** A write with an Idempotency-Key: one intention in any number of calls. */
export interface Write {
  tenantId: string
  key: string
  /** The event it causes on success. */
  effect: string
  calls: Call[]
  /** The last response; undefined until one settles it. */
  settled?: { status: number; recordId: string | undefined; body: string; at: number }
}

export class Ledger {
  readonly calls: Call[] = []
  readonly writes: Write[] = []

  /** Acknowledged writes: what the platform owes the client. */
  get acknowledged(): Write[] {
    return this.writes.filter(({ settled }) => settled !== undefined && settled.status < 300)
  }

  /** Number of responses with a status. */
  answered(status: number): number {
    return this.calls.filter((call) => call.status === status).length
  }

  /** Calls whose connection broke before a response. */
  get unanswered(): number {
    return this.calls.filter(({ status }) => status === undefined).length
  }
}

/** The longest time a key stayed locked after its first call ended, in milliseconds. */
export const longestWaitForKey = (writes: readonly Write[]): number =>
  Math.max(
    0,
    ...writes.map(({ calls }) => {
      const waiting = calls.filter(({ code }) => code === 'idempotency_in_progress')
      return waiting.length === 0 ? 0 : calls.at(-1)!.answeredAt - waiting[0]!.sentAt
    }),
  )
