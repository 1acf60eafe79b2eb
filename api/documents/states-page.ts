import { agentReplayMoves } from '#agents/agent-replays/moves.ts'
import { agentRunMoves } from '#agents/agent-runs/moves.ts'
import { assessmentMoves } from '#clinical/assessments/moves.ts'
import { attachmentMoves, providerDocumentMoves } from '#clinical/attachments/moves.ts'
import { formResponseMoves, providerFormMoves } from '#clinical/form-responses/moves.ts'
import { goalMoves, goalReviewMoves } from '#clinical/goals/moves.ts'
import { noteMoves } from '#clinical/notes/moves.ts'
import { ifspMoves } from '#early-intervention/ifsps/moves.ts'
import { knowledgeMoves } from '#knowledge/documents/moves.ts'
import { leadMoves, leadOfferMoves } from '#marketplace/leads/lead/moves.ts'
import {
  itemMoves,
  onboardingMoves,
  ownItemMoves,
} from '#marketplace/provider-onboardings/rules.ts'
import { messageMoves } from '#messaging/messages/moves.ts'
import { taskMoves } from '#messaging/tasks/moves.ts'
import { entryWords } from '#messaging/locales/entry-words.ts'
import type { WorklistKind } from '#messaging/worklist/worklist-kinds.ts'
import { providerMoves } from '#organization/providers/moves.ts'
import { disputeMoves } from '#payments/disputes/rules.ts'
import { paymentMoves } from '#payments/refunds/rules.ts'
import { payoutAccountMoves } from '#payouts/payout-accounts/moves.ts'
import { platformPayoutMoves } from '#payouts/platform-payouts/moves.ts'
import { settlementMoves } from '#payouts/settlements/moves.ts'
import type { Waiting, Waits } from '#platform/core/records/define-waiting.ts'
import { nextStatus, operationOf, type Moves } from '#platform/core/records/moves.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { erasureMoves } from '#privacy/erasures/moves.ts'
import { dunningMoves } from '#receivables/dunnings/moves.ts'
import { invoiceMoves } from '#receivables/invoices/moves.ts'
import { orderMoves } from '#receivables/orders/moves.ts'
import { importMoves } from '#scheduling/appointment-imports/moves.ts'
import { dischargeMoves } from '#records/discharges/moves.ts'
import { appointmentMoves } from '#scheduling/appointments/moves.ts'
import { timeOffMoves } from '#scheduling/time-off/moves.ts'
import { entryMoves, offerMoves } from '#scheduling/waitlist/moves.ts'
import { endpointMoves } from '#webhooks/endpoints/moves.ts'
import { recoveryMoves } from '#webhooks/recoveries/moves.ts'
import { anchorOf } from './guide-page.ts'
import { pascalCase } from './pascal-case.ts'
import type { JsonSchema } from './schema-components.ts'

/** The members of a table that the page uses, for records of any type. */
type Table = Omit<Moves<string, never, string>, 'noun'>

/** Every table of moves, by the title of its section. test/architecture/moves.unit.test.ts checks the list. */
export const STATE_TABLES: Readonly<Record<string, Table>> = {
  Appointments: appointmentMoves,
  'Appointment imports': importMoves,
  'Waitlist entries': entryMoves,
  'Waitlist offers': offerMoves,
  'Time off': timeOffMoves,
  'Session notes': noteMoves,
  'Form responses': formResponseMoves,
  'Provider forms': providerFormMoves,
  Attachments: attachmentMoves,
  'Provider documents': providerDocumentMoves,
  Goals: goalMoves,
  'Goal reviews': goalReviewMoves,
  IFSPs: ifspMoves,
  Assessments: assessmentMoves,
  Discharges: dischargeMoves,
  Orders: orderMoves,
  Invoices: invoiceMoves,
  Dunning: dunningMoves,
  Payments: paymentMoves,
  Disputes: disputeMoves,
  Settlements: settlementMoves,
  'Platform payouts': platformPayoutMoves,
  'Payout accounts': payoutAccountMoves,
  Leads: leadMoves,
  'Lead offers': leadOfferMoves,
  'Provider onboardings': onboardingMoves,
  'Onboarding items of applicants and referees': itemMoves,
  'Onboarding items of the centre': ownItemMoves,
  Providers: providerMoves,
  Tasks: taskMoves,
  Messages: messageMoves,
  Erasures: erasureMoves,
  'Knowledge documents': knowledgeMoves,
  'Agent runs': agentRunMoves,
  'Agent replays': agentReplayMoves,
  'Webhook endpoints': endpointMoves,
  'Webhook recoveries': recoveryMoves,
}

const INTRODUCTION = `The states of each kind of record, and the moves between them. A move that the current state does not allow is refused with
\`invalid_transition\`; \`allowed\` of the answer lists the moves that callers can make from that state. "The platform" makes a move by itself, at a time or as a
consequence of another call. The payment gateway decides what becomes of payments and disputes. Events arrive at [webhooks](webhooks.md). Some events depend on more than the move, so their row is empty; the reference lists the events of each operation.

A state that only a person can end is listed in the worklist (\`GET /v1/worklist\`). The second table of each kind says how, or why nobody is waited for.

This page is generated from the tables that the platform itself uses.`

/** Adds to the description of each record's status where its moves are described. */
export const addStateLinks = (components: Record<string, JsonSchema>): void => {
  for (const [title, { subject }] of Object.entries(STATE_TABLES)) {
    const name = pascalCase(subject)
    const properties = components[name]?.['properties'] as Record<string, JsonSchema> | undefined
    const status = properties?.['status']
    if (!status) throw new Error(`${name} of ${title} has no status to describe`)
    const description = String(status['description'])
    // An onboarding and its items are one kind of record: the first table is of its own status.
    if (description.includes('(/docs/states#')) continue
    const link = `[Moves between states](/docs/states#${anchorOf(title)}).`
    properties['status'] = { ...status, description: `${description} ${link}` }
  }
}

/** docs/states.md, generated from the tables of moves. */
export const statesMarkdown = (): string =>
  [
    '# States',
    '',
    INTRODUCTION,
    ...Object.entries(STATE_TABLES).flatMap(([title, table]) => section(title, table)),
  ].join('\n')

const section = (title: string, table: Table): string[] => [
  '',
  `## ${title}`,
  '',
  `A record begins as ${listed(table.initial, 'or')}.${finalOf(table)}`,
  '',
  '| state | move | next state | made by | event |',
  '|---|---|---|---|---|',
  ...Object.keys(table.moves).flatMap((name) => rowsOf(table, name)),
  ...Object.entries(table.elsewhere ?? {}).map(
    ([status, by]) => `| | | ${code(status)} | ${by} | |`,
  ),
  '',
  '| state | in the worklist |',
  '|---|---|',
  ...waitsOf(table),
]

/** A row for all states of which the worklist says the same. */
const waitsOf = ({ states, waits }: Table): string[] => {
  const said = Map.groupBy(states, (status) => saidOf(waits[status]!))
  return [...said].map(([text, of]) => `| ${of.map(code).join(', ')} | ${text} |`)
}

const saidOf = (waits: Waits): string => {
  if (typeof waits === 'string') return `not listed: ${waits}`
  if ('followUp' in waits)
    return `not itself: ${code(upperSnake(waits.followUp))} asks, in its steps`
  const kinds: readonly Waiting[] = 'kind' in waits ? [waits] : waits
  return kinds.map(kindOf).join('. ')
}

const kindOf = ({ kind }: Waiting): string => {
  const words = { kind: kind as WorklistKind, followUpKind: null }
  const { title, consequence } = entryWords(words, 'en')
  return `${code(kind)}: ${title}. If nobody acts: ${consequence.replace(/\.$/, '')}`
}

/** A row for each state that the move leads to, and for a move that keeps the state. */
const rowsOf = (table: Table, name: string): string[] => {
  const { event } = table.moves[name]!
  const next = new Map<string, string[]>()
  for (const from of table.states) {
    const to = nextStatus<string>(table.moves[name]!, from)
    const key = to === undefined ? undefined : table.moves[name]!.to === undefined ? '' : to
    if (key !== undefined) next.set(key, [...(next.get(key) ?? []), from])
  }
  return [...next].map(([to, from]) => {
    const cells = [
      from.map(code).join(', '),
      code(name),
      to === '' ? 'unchanged' : code(to),
      makerOf(table, name),
      event ? code(event.type) : '',
    ]
    return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  })
}

const makerOf = (table: Table, name: string): string => {
  const operation = operationOf(table, name)
  if (operation) return code(operation)
  const { link } = table.moves[name]!
  return link ? `a person, at a ${code(link)} link` : 'the platform'
}

/** States that no move leaves, if the table has all moves. */
const finalOf = ({ states, initial, elsewhere, moves }: Table): string => {
  const isLeft = (status: string) =>
    Object.values(moves).some((it) => nextStatus<string>(it, status) !== undefined)
  const final = elsewhere ? [] : states.filter((it) => !initial.includes(it) && !isLeft(it))
  return final.length === 0 ? '' : ` No move leaves ${listed(final, 'and')}.`
}

const code = (text: string): string => `\`${text}\``

const listed = (names: readonly string[], word: 'and' | 'or'): string =>
  new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(
    names.map(code),
  )
