import { utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { ErasedWhen } from '#vocabulary/erasing.ts'
import { loadRetentionPolicy } from '../retention/queries.ts'
import { keptUntil, valuesFor, type Person } from '#people/persons/person.ts'
import type { ErasurePlan, Retained, Retention } from './schemas.ts'
import { retentionBasis } from './rules.ts'
import { rulesFor } from './step.ts'

/** For each rule: how long it keeps a person's records, and the legal basis. */
export const retentionOf = async (reader: Reader, person: Person): Promise<Retention[]> => {
  const basis = retentionBasis(await loadRetentionPolicy(reader))
  return ErasedWhen.map((rule) => ({
    rule,
    endsAt: utcOrNull(keptUntil(person, rule, reader.now)),
    basis: basis[rule],
  }))
}

/** The effect of an erasure on a person's records, by rule, with counts. */
export const planOf = async (reader: Reader, person: Person): Promise<ErasurePlan['records']> => {
  const rules = rulesFor(person.kind)
  const counts = await countRows(
    reader,
    person,
    rules.map(
      ({ table, rows }) =>
        `SELECT count(*) FROM ${table} t WHERE t.tenant_id = $1 AND ${rows('t')}`,
    ),
  )
  return rules.flatMap(({ table: kind, rule }, index): ErasurePlan['records'] => {
    const count = counts[index]!
    if (count === 0) return []
    const columns = rule.how === 'EMPTY' ? [...rule.columns] : null
    const known = { kind, count, action: rule.how, columns }
    return rule.how === 'KEEP'
      ? [{ ...known, rule: rule.because, endsAt: null }]
      : [{ ...known, rule: rule.when, endsAt: utcOrNull(keptUntil(person, rule.when, reader.now)) }]
  })
}

/** What is kept for now, by rule, with the earliest end first. */
export const retainedOf = async (reader: Reader, person: Person): Promise<Retained[]> => {
  const [records, retention] = [await planOf(reader, person), await retentionOf(reader, person)]
  const kept: Retained[] = []
  for (const { rule, endsAt, basis } of retention) {
    const stay = records.filter((it) => it.rule === rule)
    if (!endsAt || stay.length === 0) continue
    kept.push({ rule, endsAt, basis, records: stay.map(({ kind, count }) => ({ kind, count })) })
  }
  return kept.toSorted((a, b) => a.endsAt.localeCompare(b.endsAt))
}

const countRows = async (reader: Reader, person: Person, selects: string[]): Promise<number[]> => {
  const text = `SELECT ARRAY[${selects.map((select) => `(${select})::int`).join(', ')}] AS counts`
  const [row] = await reader.sql<{ counts: number[] }>(text, valuesFor(reader, person, text))
  return row!.counts
}
