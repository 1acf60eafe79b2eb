import { createHash } from 'node:crypto'
import type { Context } from '#platform/core/context/context.ts'
import type { Coordinates } from '#platform/core/contact/coordinates.ts'
import { newId } from '#platform/core/records/ids.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { examine, slotTexts } from './examine.ts'
import { loadCandidates } from './load-candidates.ts'
import { loadWish, type MatchContext } from './load-wish.ts'
import { needsOfGoals } from './needs-of-goals.ts'
import {
  excludedFor,
  excludedLate,
  EXCLUSIONS,
  exclusionText,
  type Exclusion,
} from './excluded-for.ts'
import { reasonsOf } from './reasons-of.ts'
import { boundOf, byScore, countingFor, ranked, scoreOf, valuesOf, type Values } from './rules.ts'
import type { Candidate, Examined } from './wish.ts'
import { toTherapistMatch, type MatchTherapists, type TherapistMatch } from './schemas.ts'

/** The number of providers whose calendars are read together. Usually one batch is sufficient. */
const LOOK = 100
/** Maximum number of batches per match, which limits its time. */
const MOST_LOOKS = 10
/** The number of candidates stored in addition to the returned ones, because other weights may rank them higher. */
const KEPT = 50

/**
 * Ranks the centre's providers for a need. Equal records, weights and questions give the same answer, which is
 * stored as evidence for the choice.
 * @param located the coordinates of the given address
 */
export const matchTherapists = (
  ctx: Context,
  { address: _, ...asked }: MatchTherapists,
  located?: Coordinates,
): Promise<TherapistMatch> =>
  transact(ctx, 'therapist-matches:write', async (tx) => {
    if (asked.childId) authorize(ctx.actor, 'children:read')
    const { childId = null } = asked
    const needs = asked.needs ?? (await needsOfGoals(tx, childId!))
    const context = await loadWish(tx, {
      ...asked,
      ...(located && { coordinates: located }),
      needs,
    })
    const { settings, input } = context
    const inputHash = createHash('sha256')
      .update(canonicalJson({ childId, ...input }))
      .digest('hex')
    const found = await findTherapists(tx, context, childId)
    const zones = new Map(context.places.map(({ id, timeZone }) => [id, timeZone]))
    const answered = ranked(found.scored, settings, {
      limit: input.limit,
      seed: `${inputHash} ${settings.version}`,
    })
    const row = await tx.db.therapistMatch.create({
      data: {
        tenantId: tx.tenantId,
        id: newId('therapistMatch'),
        childId,
        input,
        inputHash,
        settingsVersion: settings.version,
        settings: { ...settings },
        candidates: keptOf(found.scored, input.limit),
        matches: answered.map(({ examined, values, score, exploration }, index) => ({
          providerId: examined.id,
          rank: index + 1,
          score,
          exploration,
          reasons: reasonsOf(examined, context.wish, { values, weights: settings.weights }),
          earliestSlots: slotTexts(examined, zones),
        })),
        excluded: found.excluded,
        considered: found.considered,
        examined: found.examined,
        requestedBy: tx.actor.id,
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'therapistMatch', id: row.id }, row)
    return toTherapistMatch(row)
  })

interface Scored {
  providerId: string
  score: number
  isNew: boolean
  values: Values
  examined: Examined
}

/** The eligible providers with the components of their scores, and the number of excluded providers by reason. */
const findTherapists = async (reader: Reader, context: MatchContext, childId: string | null) => {
  const { wish, settings } = context
  const candidates = await loadCandidates(reader, context)
  const counts = new Map<Exclusion, number>()
  const count = (code: Exclusion) => counts.set(code, (counts.get(code) ?? 0) + 1)
  const counting = countingFor(wish)
  const scoreBy = (values: Values) => scoreOf(values, settings.weights, wish.preferences)
  const open: { providerId: string; score: number; candidate: Candidate }[] = []
  for (const candidate of candidates) {
    const excluded = excludedFor(candidate, wish)
    if (excluded) count(excluded)
    else {
      const score = scoreBy(boundOf(candidate, wish, counting))
      open.push({ providerId: candidate.id, score, candidate })
    }
  }
  open.sort(byScore)
  const scored: Scored[] = []
  let looks = 0
  while (scored.length < context.input.limit && looks < MOST_LOOKS && looks * LOOK < open.length) {
    const next = open.slice(looks * LOOK, (looks + 1) * LOOK).map(({ candidate }) => candidate)
    for (const one of await examine(reader, context, { childId, candidates: next })) {
      const excluded = excludedLate(one, wish)
      if (excluded) count(excluded)
      else {
        const values = valuesOf(one, wish, reader.now.getTime())
        scored.push({
          providerId: one.id,
          score: scoreBy(values),
          isNew: one.isNew,
          values,
          examined: one,
        })
      }
    }
    looks += 1
  }
  return {
    scored,
    considered: candidates.length,
    examined: Math.min(open.length, looks * LOOK),
    excluded: EXCLUSIONS.flatMap((code) => {
      const number = counts.get(code)
      return number ? [{ code, count: number, text: exclusionText(code, number) }] : []
    }),
  }
}

const keptOf = (scored: readonly Scored[], limit: number) =>
  scored
    .toSorted(byScore)
    .slice(0, limit + KEPT)
    .map(({ providerId, isNew, values }) => ({ providerId, isNew, values }))
