import { translateDatabaseError } from '#platform/core/errors/database-errors.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { endItem, type EndedItem, type Ending } from './end-item.ts'
import { endingOf } from './ending-of.ts'
import { outcomeOf } from './outcome-of.ts'
import { loadItems } from './queries.ts'
import { recordDischarge } from './record-discharge.ts'
import {
  toDischargeItem,
  type DischargeChild,
  type DischargeItem,
  type DischargeOutcome,
} from './schemas.ts'
import { verdictOn } from './verdict-on.ts'

/** Ends everything and rolls it back. What is due later is shown as it would end now. */
export const previewDischarge = async (
  tx: Transaction,
  input: RecordRef & DischargeChild,
): Promise<DischargeOutcome> => {
  const previewed = await tx.rehearse(async () => {
    const row = await recordDischarge(tx, input)
    const ending = await endingOf(tx, row)
    const tried: Tried[] = []
    for (const item of await loadItems(tx, row.id))
      tried.push(await tryItem(tx, toDischargeItem(item), ending))
    return { row, tried, agents: await agentsOf(tx) }
  })
  const { row, tried, agents } = previewed
  tx.nothingChanged({ type: 'child', id: input.id })
  const items = tried.map(({ item }) => ({ ...item, id: null, dischargeId: null }))
  return {
    ...(await outcomeOf(tx, row, items)),
    dryRun: true,
    id: null,
    summaryTaskId: null,
    progress: countedOf(items),
    messages: messagesOf(tried),
    followUpsStopped: tried.flatMap(({ item, ended }) =>
      ended.stopped.map((step) => ({ subjectId: item.recordId, ...step })),
    ),
    agents,
  }
}

interface Tried {
  item: DischargeItem
  ended: EndedItem
}

const NOTHING: EndedItem = { facts: {}, messages: [], stopped: [] }

const tryItem = async (tx: Transaction, item: DischargeItem, ending: Ending): Promise<Tried> => {
  if (item.result !== 'PENDING') return { item, ended: NOTHING }
  try {
    const ended = await tx.attempt(() => endItem(tx, item, ending))
    const { fee = null } = ended.facts
    const facts = { ...ended.facts, fee: fee && { ...fee, orderId: null } }
    return { item: { ...item, ...facts, result: 'ENDED' }, ended }
  } catch (thrown) {
    const error = translateDatabaseError(thrown)
    if (!(error instanceof DomainError) || !isPermanent(error)) throw error
    return { item: { ...item, ...verdictOn(error) }, ended: NOTHING }
  }
}

/** Each person gets one message for all appointments that are cancelled. */
const messagesOf = (tried: readonly Tried[]): DischargeOutcome['messages'] => [
  ...new Map(
    tried
      .flatMap(({ ended }) => ended.messages)
      .map((it) => [[it.recipientId, it.kind, it.outlook, it.reason].join(), it]),
  ).values(),
]

const countedOf = (items: readonly Pick<DischargeItem, 'result'>[]) => {
  const having = (result: DischargeItem['result']) =>
    items.filter((item) => item.result === result).length
  return {
    total: items.length,
    pending: having('PENDING'),
    ended: having('ENDED'),
    notNeeded: having('NOT_NEEDED'),
    refused: having('REFUSED'),
    kept: having('KEPT'),
  }
}

/** The active agents that the events of this transaction start. */
const agentsOf = (tx: Transaction): Promise<DischargeOutcome['agents']> =>
  tx.sql<DischargeOutcome['agents'][number]>(AGENTS, [tx.tenantId, tx.emittedTypes()])

const AGENTS = `
  SELECT id AS "agentId", name, event_type AS "eventType" FROM agents
  WHERE tenant_id = $1 AND event_type = ANY ($2::text[]) AND archived_at IS NULL AND paused_at IS NULL
  ORDER BY name, id`
