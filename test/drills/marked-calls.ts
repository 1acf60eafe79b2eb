import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { callerOf } from '../contract/callers.ts'
import { validCall } from '../contract/scenarios.ts'
import { requestOf, type Json, type World } from '../contract/world.ts'
import { markedBody } from './marked-bodies.ts'

/** Settings of an integration, an operator or the centre, which concern nobody. */
const OF_NOBODY = new Set([
  'api-keys',
  'clock-sets',
  'custom-fields',
  'deadline-recalculations',
  'deliveries',
  'events',
  'follow-ups',
  'webhook-endpoints',
])

/**
 * Other members that concern nobody: the provider's name of its model appears in the trail, because words were
 * sent to it.
 */
const MEMBERS_OF_NOBODY: Readonly<Record<string, readonly string[]>> = {
  createAiModel: ['model'],
  patchAiModel: ['model'],
}

/** Refusals after which a call is given up. */
const MOST_TRIES = 8

export interface MarkedCalls {
  operations: number
  /** Members that accepted the marker. */
  members: number
  /** Problem documents on the way: they reveal members that take no free text. */
  refusals: string[]
  /** Operations that could not be called. */
  failed: string[]
}

/**
 * Calls every operation with a body about people or the centre, with the marker in all free text. A call
 * refused because of a member is repeated without it. New operations are included automatically.
 */
export const callMarked = async (world: World, marker: string): Promise<MarkedCalls> => {
  const calls: MarkedCalls = { operations: 0, members: 0, refusals: [], failed: [] }
  for (const operation of operations) {
    const [resource = ''] = operation.permission.split(':')
    if (!operation.body || operation.method === 'get' || OF_NOBODY.has(resource)) continue
    const members = await callOne(world, operation, { marker, refusals: calls.refusals }).catch(
      (error: unknown) => calls.failed.push(`${operation.id}: ${String(error)}`) && undefined,
    )
    if (members) calls.operations += 1
    calls.members += members ?? 0
  }
  return calls
}

const callOne = async (
  world: World,
  operation: Operation,
  { marker, refusals }: { marker: string; refusals: string[] },
): Promise<number> => {
  const without = new Set(MEMBERS_OF_NOBODY[operation.id])
  let last = ''
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Its records are created again, because a late refusal may have used them up.
    const call = await validCall(operation, world)
    const { body, paths } = markedBody(operation, withNotes(operation, call.body, marker), {
      marker,
      without,
    })
    if (paths.length === 0) return 0
    const answer = await (
      await callerOf(operation, world)
    ).send(requestOf(operation, { ...call, body }))
    if (answer.status < 300) return paths.length
    last = answer.text
    refusals.push(last)
    for (const path of wrongIn(answer.body as Json, paths)) without.add(path)
  }
  throw new Error(last)
}

/** The members named in an error; if none are, the first marked one. */
const wrongIn = ({ errors }: Json, paths: readonly string[]): string[] => {
  const named = ((errors ?? []) as { path: string }[]).map(({ path }) => path)
  const wrong = paths.filter((path) =>
    named.some((it) => it === path || it.startsWith(`${path}.`) || path.startsWith(`${it}.`)),
  )
  return wrong.length > 0 ? wrong : paths.slice(0, 1)
}

/** The text of a file is in its rows. */
const withNotes = ({ id }: Operation, body: unknown, marker: string): unknown => {
  if (id !== 'createAppointmentImport') return body
  const [head, row] = String((body as Json)['content']).split('\n')
  return { ...(body as Json), content: `${head},notes\n${row},${marker}\n` }
}
