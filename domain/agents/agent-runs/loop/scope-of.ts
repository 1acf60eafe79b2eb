import type { Reader } from '#platform/core/transactions/transaction.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import type { Scope } from '../../definitions/expressions/read-expression.ts'
import { EVENT_NODE } from '../../definitions/triggers.ts'

/** The outcome of an earlier node. */
interface Past {
  node: string
  status: string
  output: unknown
  failureCode: string | null
}

/** In the chain of a FOR_EACH: the item and its number, from 1. */
export interface Item {
  number: number
  value: unknown
}

export interface Facts {
  run: { id: string; agentId: string; agentVersion: number; input: unknown }
  past: readonly Past[]
  item?: Item
}

/** The variables of expressions at one node. */
export const scopeOf = async (reader: Reader, facts: Facts): Promise<Scope> =>
  scopeAt({ now: reader.now, timeZone: await loadDefaultTimeZone(reader) }, facts)

/** The variables of expressions at one node, at this instant in the centre's time zone. Pure. */
export const scopeAt = (
  { now, timeZone }: { now: Date; timeZone: string },
  { run, past, item }: Facts,
): Scope => {
  const event = past.find(({ node }) => node === EVENT_NODE)
  const nodes = past.filter((step) => step !== event)
  return {
    input: run.input,
    event: event?.output ?? null,
    steps: Object.fromEntries(nodes.map((step) => [step.node, resultOf(step)])),
    run: { id: run.id, agentId: run.agentId, agentVersion: run.agentVersion },
    // Set only in the filter of a WAIT, which is evaluated when an event arrives.
    arrived: null,
    item: item?.value ?? null,
    index: item?.number ?? 0,
    today: dateIn(now, timeZone),
    now,
  }
}

/** Sets `steps.x.failed`, so that expressions can tell a failed node from others. */
const resultOf = ({ status, output, failureCode }: Past): object =>
  status === 'FAILED'
    ? { failed: true, code: failureCode }
    : { failed: false, ...(output as object) }
