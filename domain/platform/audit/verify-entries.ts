import { EntryList, entryHash, SEQ_POSITION, XID_POSITION, type EntryText } from './entry-hash.ts'
import { entryPages } from './entry-page.ts'
import { problemOf, type TrailProblemFound } from './trail-problem.ts'
import type { StoredSeal, Trail } from './trail.ts'

/** The number of entries per read. */
const PAGE = 1_000

/** Checks that the entries in a seal's range are the ones that it lists, in order and unchanged. */
export const verifyEntries = async (
  { sql, counts }: Trail,
  seal: StoredSeal,
  { isNewest }: { isNewest: boolean },
): Promise<void> => {
  const sealed = new EntryList(seal.entryIds, seal.entryHashes)
  let position = 0
  for await (const page of entryPages(sql, seal, PAGE)) {
    for (const entry of page) {
      if (sealed.hashes[position] !== entryHash(entry)) {
        throw await firstFault(sql, seal, sealed, position, isNewest)
      }
      position += 1
    }
  }
  if (position < sealed.ids.length) {
    throw await firstFault(sql, seal, sealed, position, isNewest)
  }
  counts.entries += position
}

/** Explains the first difference between the entries and the seal. */
const firstFault = async (
  sql: Trail['sql'],
  seal: StoredSeal,
  sealed: EntryList,
  position: number,
  isNewest: boolean,
): Promise<TrailProblemFound> => {
  const found: EntryText[] = []
  for await (const page of entryPages(sql, seal, PAGE)) found.push(...page)
  const present = new EntryList()
  for (const entry of found) present.add(entry)
  const [expected, actual] = [sealed.ids[position], present.ids[position]]

  if (actual !== undefined && !sealed.ids.includes(actual)) {
    return problemOf(
      seal,
      'entry_inserted',
      `Entry ${actual} did not exist when seal ${seal.number} was made.`,
      actual,
    )
  }
  if (expected !== undefined && !present.ids.includes(expected)) {
    const cutOff = isNewest && present.ids.length === position
    return problemOf(
      seal,
      cutOff ? 'entries_truncated' : 'entry_missing',
      cutOff
        ? `The last ${sealed.ids.length - position} entries of the newest seal are missing, from ${expected} on.`
        : `Entry ${expected} is missing, or was moved to another transaction.`,
      expected,
    )
  }
  const entry = found[position]
  const entryId = actual ?? expected ?? ''
  const moved = expected !== actual || (entry && hasForeignPlace(entry, found, sealed, position))
  return moved
    ? problemOf(
        seal,
        'entry_reordered',
        `Entry ${entryId} is in a different place than in seal ${seal.number}.`,
        entryId,
      )
    : problemOf(
        seal,
        'entry_altered',
        `Entry ${entryId} differs from what seal ${seal.number} covers.`,
        entryId,
      )
}

/** Whether an entry differs only in its seq or transaction, and these belong to another entry. */
const hasForeignPlace = (
  entry: EntryText,
  found: EntryText[],
  sealed: EntryList,
  position: number,
): boolean =>
  found.some((other) =>
    [[SEQ_POSITION], [SEQ_POSITION, XID_POSITION]].some((places) => {
      const moved = [...entry]
      for (const place of places) moved[place] = other[place] ?? null
      return entryHash(moved) === sealed.hashes[position]
    }),
  )
