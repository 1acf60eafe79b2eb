import type { AgentReplay, AgentReplayResult as ResultRow } from '#prisma/generated/client.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { missingOf, needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { needsToDescribe } from '../catalog/describe-action.ts'
import { namesIn } from '#messaging/messages/names-in.ts'
import { namesOf } from '../catalog/names-of.ts'
import { needsOfText, needsToReadAll } from '../definitions/checks/needs-of-node.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import { Replayed, type AgentReplayResult, type ShownReplayed } from './schemas.ts'

type Row = ResultRow & { replay: AgentReplay }

/**
 * Converts results to their API form. They store ids: records are named as they are now, and only those that the reader
 * may read. Recipients, records and messages are withheld from readers who may not read their sources.
 */
export const showResults = async (rows: Row[], reader: Reader): Promise<AgentReplayResult[]> => {
  const results = rows.map((row) => ({
    row,
    stored: {
      replayed: fromJson(Replayed, row.replayed),
      published: row.published === null ? null : fromJson(Replayed, row.published),
    },
  }))
  const names = await loadNames(
    reader,
    results.flatMap(({ stored: { replayed, published } }) =>
      published ? [replayed, published] : [replayed],
    ),
  )
  const published = await loadPublished(reader, rows)
  return results.map(({ row, stored }) => {
    const withheld = missingOf(reader.actor, [
      ...needsOf(stored.replayed, definitionOf(row.replay)),
      ...(stored.published ? needsOf(stored.published, published!) : []),
    ])
    const show = withheld.length > 0 ? withoutSources : (one: Replayed) => withNames(one, names)
    return {
      id: row.id,
      replayId: row.replayId,
      kind: row.kind as AgentReplayResult['kind'],
      eventId: row.eventId,
      eventType: row.eventType,
      occurredAt: utc(row.occurredAt),
      runId: row.runId,
      difference: row.difference as AgentReplayResult['difference'],
      withheld,
      replayed: show(stored.replayed),
      published: stored.published && show(stored.published),
      settledAt: utc(row.settledAt!),
    }
  })
}

/** The published definition of the replay, whose results these are. */
const loadPublished = async (
  reader: Reader,
  [first]: readonly Row[],
): Promise<AgentDefinition | undefined> => {
  if (!first || first.replay.publishedVersion === null) return undefined
  const { agentId: id, publishedVersion: number } = first.replay
  return definitionOf(await loadAgentVersion(reader, { id, number }))
}

/** Permissions required to read what a version would have done: whom it would have written to, and about what. */
const needsOf = (
  { actions, message }: Replayed,
  definition: AgentDefinition,
): readonly Permission[] => [
  ...(message === null ? [] : needsToReadAll(definition)),
  ...actions.flatMap(({ action, node, recipientIds, recordIds }) => [
    ...needsToDescribe(action),
    ...needsOfText(definition, node),
    ...needsOfPersonsIn([recipientIds, recordIds]),
  ]),
]

const withoutSources = ({ actions, ...replayed }: Replayed): ShownReplayed => ({
  ...replayed,
  message: null,
  actions: actions.map(({ recipientIds: _, recordIds: __, ...action }) => ({
    ...action,
    recipients: [],
    records: [],
  })),
})

const withNames = (
  { actions, ...replayed }: Replayed,
  names: ReadonlyMap<string, string | null>,
): ShownReplayed => {
  const named = (ids: readonly string[]) =>
    ids.map((id) => ({
      id,
      type: subjectTypeOf(subjectOf(id)!.type),
      name: names.get(id) ?? null,
    }))
  return {
    ...replayed,
    actions: actions.map(({ recipientIds, recordIds, ...action }) => ({
      ...action,
      recipients: named(recipientIds),
      records: named(recordIds),
    })),
  }
}

/** The names of all records in results that have one. Users are named for readers of users. */
const loadNames = async (
  reader: Reader,
  replayed: readonly Replayed[],
): Promise<ReadonlyMap<string, string | null>> => {
  const ids = replayed.flatMap(({ actions }) =>
    actions.flatMap(({ recipientIds, recordIds }) => [...recipientIds, ...recordIds]),
  )
  const users = ids.filter((id) => subjectOf(id)?.type === 'user')
  return new Map([...(await namesOf(reader, ids)), ...(await namesIn(reader, users))])
}
