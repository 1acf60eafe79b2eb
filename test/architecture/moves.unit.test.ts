import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  itemMoves,
  onboardingMoves,
  ownItemMoves,
} from '#marketplace/provider-onboardings/rules.ts'
import { disputeMoves } from '#payments/disputes/rules.ts'
import { paymentMoves } from '#payments/refunds/rules.ts'
import { movesFrom, nextStatus, operationOf, type Moves } from '#platform/core/records/moves.ts'
import { LINK_PURPOSES } from '#registry/link-purposes.ts'
import { WORKFLOWS } from '#registry/workflows.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import { EVENTS } from '#webhooks/events/event-types.ts'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import type { JsonSchema } from '../../api/documents/schema-components.ts'
import { STATE_TABLES, statesMarkdown } from '../../api/documents/states-page.ts'
import { operations } from '../../api/resources/index.ts'
import { ROOT } from './imports.ts'

type Table = Moves<string, never, string>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'noun' in value && 'moves' in value

const sources = globSync('domain/**/*.ts', { cwd: ROOT }).map((file) => ({
  file,
  source: readFileSync(path.join(ROOT, file), 'utf8'),
}))

/** Tables of kinds that have few moves stand in their rules. */
const inRules = { disputeMoves, itemMoves, onboardingMoves, ownItemMoves, paymentMoves }

const files = sources.filter(({ file }) => file.endsWith('/moves.ts'))
const modules = await Promise.all(
  files.map(({ file }) => import(path.join(ROOT, file)) as Promise<object>),
)
const tables = [...modules, inRules].flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, Table] => isTable(entry[1])),
)

const byId = new Map(operations.map((it) => [it.id, it]))

test('no table of moves is left out', () => {
  const elsewhere = sources.filter(({ file, source }) =>
    source.includes('defineMoves<') || source.includes('defineMoves()')
      ? !file.endsWith('/moves.ts')
      : false,
  )
  expect(elsewhere.map(({ file }) => file).toSorted()).toEqual([
    'domain/marketplace/provider-onboardings/rules.ts',
    'domain/payments/disputes/rules.ts',
    'domain/payments/refunds/rules.ts',
  ])
})

test('the tables of moves are found, and docs/states.md shows each', () => {
  expect(tables.length).toBeGreaterThanOrEqual(30)
  expect(new Set(Object.values(STATE_TABLES))).toEqual(new Set(tables.map(([, table]) => table)))
  expect(readFileSync(path.join(ROOT, 'docs/states.md'), 'utf8')).toBe(`${statesMarkdown()}\n`)
})

test('the status of each record links to its section of the page', () => {
  const { schemas } = buildOpenApi(operations).components
  const described = (Object.values(schemas ?? {}) as JsonSchema[]).flatMap(
    ({ properties }) =>
      /\(\/docs\/states#([\w-]+)\)/.exec(
        String((properties as Record<string, JsonSchema> | undefined)?.['status']?.['description']),
      )?.[1] ?? [],
  )
  const sections = [...statesMarkdown().matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replaceAll(' ', '-'),
  )
  expect(sections.filter((it) => !it.startsWith('onboarding-items')).toSorted()).toEqual(
    described.toSorted(),
  )
})

/** Operations that do not declare the event or the refusal of their move, and why. */
const INDIRECT: Record<string, string> = {
  createAttachmentUploadLink: 'the event follows the upload, by the link',
  createProviderDocumentUploadLink: 'the event follows the upload, by the link',
  writeOffInvoice: 'it writes off only the open orders of the invoice',
}

describe.each(tables)('%s', (_, table) => {
  const moves = Object.values(table.moves)
  const reached = new Set(
    table.states.flatMap((status) => moves.map((it) => nextStatus<string>(it, status) ?? status)),
  )
  const entered = new Set(
    table.states.flatMap((from) =>
      moves.map((it) => nextStatus<string>(it, from)).filter((to) => to !== from),
    ),
  )

  test('is about a kind of record, and of known states', () => {
    expect(Object.keys(RECORDS)).toContain(table.subject)
    for (const { from = [] } of moves)
      expect(table.states).toEqual(expect.arrayContaining([...from]))
    expect([...reached].filter((status) => !table.states.includes(status))).toEqual([])
  })

  test('says how each state is reached', () => {
    const told = new Set([...table.initial, ...Object.keys(table.elsewhere ?? {}), ...entered])
    expect(table.states.filter((status) => !told.has(status))).toEqual([])
  })

  test('names nothing as reached elsewhere that a record is created in', () => {
    expect(Object.keys(table.elsewhere ?? {}).filter((it) => table.initial.includes(it))).toEqual(
      [],
    )
  })

  const rows = Object.entries(table.moves).map(([name, row]) => {
    const named = operationOf({ ...table, moves: { [name]: { from: [] } } }, name)!
    return { name, named, operation: operationOf(table, name), row }
  })

  test('has an operation or a link for each move of a caller, and none for those of the platform', () => {
    const isKnown = ({ operation, named, row: { link, byPlatform } }: (typeof rows)[number]) => {
      if (byPlatform) return operation === undefined && !byId.has(named)
      return link === undefined ? byId.has(operation!) : link in LINK_PURPOSES
    }
    expect(rows.filter((it) => !isKnown(it))).toEqual([])
    // The name of an operation is written down only if it does not follow from the move and the record.
    expect(rows.filter(({ row, named }) => row.operation === named)).toEqual([])
  })

  test('has operations that declare the event of their move, and its refusal', () => {
    const silent = rows.filter(({ operation, row: { event } }) => {
      const { events = [], errors = [] } = byId.get(operation ?? '') ?? {}
      const isDeclared = events.some((type) => type === event?.type)
      return operation && ((event && !isDeclared) || !errors.includes('invalid_transition'))
    })
    expect(silent.filter(({ operation }) => !INDIRECT[operation ?? ''])).toEqual([])
  })

  test('lists in errors only operations', () => {
    for (const status of table.states) {
      const allowed: readonly string[] = movesFrom(table, status)
      expect(
        rows.filter(({ name, operation }) => !byId.has(operation ?? '') && allowed.includes(name)),
        status,
      ).toEqual([])
    }
  })

  test('sends events of the catalog, and wakes workflows that are registered', () => {
    const known: readonly object[] = Object.values(WORKFLOWS)
    const events = moves.flatMap(({ event }) => event?.type ?? [])
    expect(events.filter((type) => !(type in EVENTS))).toEqual([])
    const woken = moves.flatMap(({ wakes = [] }) => wakes.map(({ workflow }) => workflow))
    expect(woken.filter((workflow) => !known.includes(workflow))).toEqual([])
  })
})

/** Events of a move that are sent as well where no move is made, and why. */
const ALSO_SENT: Record<string, string> = {
  'appointment.updated': 'the notes of an appointment change in any state',
  'assessment.completed': 'an assessment can be recorded as completed',
  'provider_document.added': 'a document can arrive together with its record',
  'session_note.signed': 'a note can be signed as it is written, or await a second signature',
  'time_off.approved': 'time off can be created as approved',
}

test('the event of a move is sent by the table alone', () => {
  const own = new Set(
    tables.flatMap(([, { moves }]) =>
      Object.values(moves).flatMap(({ event }) => event?.type ?? []),
    ),
  )
  const byHand = sources.flatMap(({ source }) =>
    [...source.matchAll(/tx\.emit\(\s*\w+\['([^']+)'\]/g)].map(([, type]) => type!),
  )
  expect([...new Set(byHand.filter((type) => own.has(type)))].toSorted()).toEqual(
    Object.keys(ALSO_SENT),
  )
})

test('a state is worked out where the event and the wakes follow, or where a move has neither', () => {
  const users = sources.filter(({ source }) =>
    /import \{[^}]*\bstatusAfter\b[^}]*\} from '[^']*moves\.ts'/.test(source),
  )
  expect(users.map(({ file }) => file).toSorted()).toEqual([
    'domain/marketplace/provider-onboardings/rules.ts',
    'domain/platform/core/records/move-record.ts',
  ])
  for (const [name, { moves }] of tables)
    if (/onboarding|item/i.test(name))
      expect(Object.values(moves).some(({ event, wakes }) => event ?? wakes)).toBe(false)
})
