/** What clients were told, in the order in which they asked. */

/** One HTTP call. */
export interface Call {
  tenantId: string
  requestId: string
  /** Undefined when the connection broke: the client does not know what became of it. */
  status: number | undefined
  code: string | undefined
  replayed: boolean
  sentAt: number
  answeredAt: number
}

/** A write under an Idempotency-Key: one intention, as many calls as it took. */
export interface Write {
  tenantId: string
  key: string
  /** The event that it causes when it succeeds. */
  effect: string
  calls: Call[]
  /** The last answer; undefined while there is none that settles it. */
  settled?: { status: number; recordId: string | undefined; body: string; at: number }
}

export class Ledger {
  readonly calls: Call[] = []
  readonly writes: Write[] = []

  /** Writes that were answered with success: what the platform owes the client. */
  get acknowledged(): Write[] {
    return this.writes.filter(({ settled }) => settled !== undefined && settled.status < 300)
  }

  /** Answers of a status, as a count. */
  answered(status: number): number {
    return this.calls.filter((call) => call.status === status).length
  }

  /** Calls whose connection broke before an answer. */
  get unanswered(): number {
    return this.calls.filter(({ status }) => status === undefined).length
  }
}

/** For how long a key was not to be had after its first call's end, at the longest; milliseconds. */
export const longestWaitForKey = (writes: readonly Write[]): number =>
  Math.max(
    0,
    ...writes.map(({ calls }) => {
      const waiting = calls.filter(({ code }) => code === 'idempotency_in_progress')
      return waiting.length === 0 ? 0 : calls.at(-1)!.answeredAt - waiting[0]!.sentAt
    }),
  )
