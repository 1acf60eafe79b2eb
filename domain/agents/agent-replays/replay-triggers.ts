import type {
  AgentReplay as ReplayRow,
  AgentReplayResult as ResultRow,
} from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import { takeTurn, type TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import { personsIn } from '../agent-runs/loop/outcome-columns.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import { depthBehind, loadRunsBehind } from '../triggers/depth-behind.ts'
import { loadEvents } from '../triggers/load-event.ts'
import { collectTriggers } from './collect-triggers.ts'
import { loadAgentReplay } from './queries.ts'
import { loadRecordedRun } from './recorded-run.ts'
import { replayTrigger, type Followed } from './replay-trigger.ts'
import type { Scene } from './scene.ts'
import { BATCH, differenceOf, missingFrom } from './rules.ts'
import { loadTotals } from './load-totals.ts'

/** Settles triggers of a replay for one turn, continuing an earlier one. After the last one, the replay is DONE. */
export const replayTriggers = (
  ctx: Context,
  { id, signal }: { id: string; signal?: AbortSignal },
): Promise<TurnEnd> => takeTurn(() => replayNext(ctx, id, signal), signal)

/** Returns false if the replay has ended. */
const replayNext = async (
  ctx: Context,
  id: string,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const loaded = await read(ctx, 'agent-runs:read', (reader) => load(reader, id))
  const { replay, actors, definitions } = loaded
  if (replay.status !== 'RUNNING') return false
  if (!actors) return end(ctx, id, { status: 'FAILED', failureCode: 'starter_gone' })
  if (replay.triggers === null) return collect(ctx, id, definitions)
  const scenes = await read(ctx, 'agent-runs:read', (reader) => nextScenes(reader, replay, actors))
  if (scenes.length === 0) return end(ctx, id, { status: 'DONE' })
  const outcomes: Outcome[] = []
  for (const scene of scenes) {
    signal?.throwIfAborted()
    outcomes.push(await outcomeOf(ctx, definitions, scene))
  }
  return settle(ctx, id, outcomes)
}

/** The replayed definition, and the published one if they are compared. */
type Definitions = readonly [AgentDefinition, AgentDefinition?]

interface Loaded {
  replay: ReplayRow
  definitions: Definitions
  /** Undefined if nobody may read for the replay any more. */
  actors: readonly [Actor, ...Actor[]] | undefined
}

const load = async (reader: Reader, id: string): Promise<Loaded> => {
  const replay = await loadAgentReplay(reader, id)
  const { agentId, publishedVersion: number, requestedBy } = replay
  const actors = await loadActors(reader, requestedBy)
  const replayed = definitionOf(replay)
  if (number === null) return { replay, actors, definitions: [replayed] }
  const published = definitionOf(await loadAgentVersion(reader, { id: agentId, number }))
  return { replay, actors, definitions: [replayed, published] }
}

type SceneOf = Omit<Scene, 'result'> & { result: ResultRow }

/** The oldest triggers that are not settled, with what is known of them. */
const nextScenes = async (
  reader: Reader,
  { id: replayId, agentId }: ReplayRow,
  actors: readonly [Actor, ...Actor[]],
): Promise<SceneOf[]> => {
  const { db, tenantId } = reader
  const results = await db.agentReplayResult.findMany({
    where: { tenantId, replayId, settledAt: null },
    orderBy: [{ occurredAt: 'asc' }, { id: 'asc' }],
    take: BATCH,
  })
  const events = await loadEvents(
    reader,
    results.flatMap(({ eventId }) => eventId ?? []),
  )
  const runs = await loadRunsBehind(reader, [...events.values()])
  const scenes: SceneOf[] = []
  for (const result of results) {
    const event = result.eventId === null ? undefined : events.get(result.eventId)
    const isChain = event !== undefined && depthBehind(agentId, event, runs) === undefined
    const recorded = await loadRecordedRun(reader, result.runId, actors)
    scenes.push({ agentId, result, event, isChain, recorded, actors })
  }
  return scenes
}

/** Collects the triggers once. */
const collect = (ctx: Context, id: string, [replayed, published]: Definitions): Promise<boolean> =>
  change(ctx, id, async (tx, replay) =>
    replay.triggers === null
      ? collectTriggers(tx, replay, [replayed, ...(published ? [published] : [])])
      : undefined,
  )

interface Outcome {
  id: string
  difference: string | null
  replayed: object
  published: object | null
  personIds: string[]
}

const outcomeOf = async (
  ctx: Context,
  [replayed, published]: Definitions,
  scene: SceneOf,
): Promise<Outcome> => {
  const one = await replayTrigger(ctx, replayed, scene)
  const other = published && (await replayTrigger(ctx, published, scene))
  const stored = {
    replayed: other ? marked(one, other) : one.replayed,
    published: other ? marked(other, one) : null,
  }
  return {
    id: scene.result.id,
    difference: other ? differenceOf(one.compared, other.compared) : null,
    ...stored,
    personIds: personsIn(stored),
  }
}

/** Marks the actions that the other version lacks. */
const marked = ({ replayed, compared }: Followed, other: Followed) => {
  const missing = new Set(missingFrom(other.compared, compared))
  const actions = replayed.actions.map((action, index) => ({
    ...action,
    differs: missing.has(index),
  }))
  return { ...replayed, actions }
}

/** Records results once: those that another process has recorded are kept. */
const settle = (ctx: Context, id: string, outcomes: readonly Outcome[]): Promise<boolean> =>
  change(ctx, id, async (tx, { settled }) => {
    const rows = await tx.sql(SETTLE, [tx.tenantId, id, tx.now, JSON.stringify(outcomes)])
    return rows.length === 0 ? undefined : { settled: settled + rows.length }
  })

const SETTLE = `
  UPDATE agent_replay_results r SET outcome = o.replayed->>'outcome', difference = o.difference, replayed = o.replayed,
    published = o.published, person_ids = o."personIds", settled_at = $3
  FROM jsonb_to_recordset($4::jsonb) AS o(id text, difference text, replayed jsonb, published jsonb, "personIds" text[])
  WHERE r.tenant_id = $1 AND r.replay_id = $2 AND r.id = o.id AND r.settled_at IS NULL
  RETURNING r.id`

type Ended = { status: 'DONE' } | { status: 'FAILED'; failureCode: string }

const end = async (ctx: Context, id: string, ended: Ended): Promise<false> => {
  await change(ctx, id, async (tx) => ({
    ...ended,
    totals: await loadTotals(tx, id),
    finishedAt: tx.now,
  }))
  return false
}

/** Changes a running replay; one that was cancelled meanwhile stays as it is. */
const change = (
  ctx: Context,
  id: string,
  fields: (tx: Transaction, before: ReplayRow) => Promise<object | undefined>,
): Promise<boolean> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    await lockRecord(tx, 'agent_replays', id)
    const before = await loadAgentReplay(tx, id)
    const subject = { type: 'agentReplay', id } as const
    const data = before.status === 'RUNNING' ? await fields(tx, before) : undefined
    if (!data) {
      tx.nothingChanged(subject)
      return true
    }
    const after = await tx.db.agentReplay.update({
      where: keyOf(tx, id),
      data: { ...data, ...touched(tx) },
    })
    tx.changed(subject, before, after)
    return true
  })
