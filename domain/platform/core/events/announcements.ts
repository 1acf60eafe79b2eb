import { RECORDS, type Entity } from '#vocabulary/resources.ts'
import type { RecordChange } from '#vocabulary/resource.ts'
import { recordEventOf, type RecordEvent } from '../../events/record-events.ts'
import { columnName } from '../sql/insert-into.ts'
import type { Subject } from '../records/subject.ts'

interface RecordNews {
  subject: Subject
  /** Known members of the record, from which the events take their ids. */
  facts: Record<string, unknown>
  isCreated: boolean
  changed: Set<string>
}

/** The event for the combined changes of a record. */
export interface Announcement {
  event: RecordEvent
  subject: Subject
  data: Record<string, unknown>
}

/**
 * The changes of a transaction to records that announce changes (domain/platform/README.md): two changes of a
 * record send one event, and a record that is created and then changed counts as created.
 */
export class Announcements {
  readonly #news: Map<string, RecordNews>

  constructor(news = new Map<string, RecordNews>()) {
    this.#news = news
  }

  copy(): Announcements {
    const news = [...this.#news].map(([id, it]): [string, RecordNews] => [
      id,
      { ...it, facts: { ...it.facts }, changed: new Set(it.changed) },
    ])
    return new Announcements(new Map(news))
  }

  created(subject: Subject, facts: object): void {
    const news = this.#of(subject, facts)
    if (news) news.isCreated = true
  }

  changed(subject: Subject, facts: object, members: readonly string[]): void {
    if (members.length === 0) return
    const news = this.#of(subject, facts)
    for (const member of members) news?.changed.add(member)
  }

  all(): Announcement[] {
    return [...this.#news.values()].flatMap(announcementsOf)
  }

  #of(subject: Subject, facts: object): RecordNews | undefined {
    if (!RECORDS[subject.type].announced) return undefined
    const news = this.#news.get(subject.id) ?? {
      subject,
      facts: {},
      isCreated: false,
      changed: new Set(),
    }
    Object.assign(news.facts, facts)
    this.#news.set(subject.id, news)
    return news
  }
}

const KINDS = new Map(
  Object.entries(RECORDS).flatMap(([kind, { table, announced }]) =>
    table && announced ? [[table, kind as Entity]] : [],
  ),
)

/** The columns that a bulk statement must return per row for {@link announceRows}. */
export const announcedColumns = (table: string): string => {
  const kind = KINDS.get(table)
  const { ids = [], optionalIds = [] } = (kind && RECORDS[kind].announced) ?? {}
  return ['id', ...ids, ...optionalIds].map((it) => `${columnName(it)} AS "${it}"`).join(', ')
}

/** Announces the changes of a bulk statement, if records of the table announce changes. */
export const announceRows = (
  tx: { announceChange: (subject: Subject, facts: object, members: readonly string[]) => void },
  table: string,
  rows: readonly { id: string }[],
  members: readonly string[],
): void => {
  const type = KINDS.get(table)
  if (type) for (const row of rows) tx.announceChange({ type, id: row.id }, row, members)
}

const announcementsOf = ({ subject, facts, isCreated, changed }: RecordNews): Announcement[] => {
  const { ids = [], optionalIds = [] } = RECORDS[subject.type].announced!
  const named = [...ids, ...optionalIds].filter((member) => (facts[member] ?? null) !== null)
  const data = {
    [`${subject.type}Id`]: subject.id,
    ...Object.fromEntries(named.map((member) => [member, facts[member]])),
  }
  const announce = (change: RecordChange, more: object = {}): Announcement[] => {
    const event = recordEventOf(subject.type, change)
    return event ? [{ event, subject, data: { ...data, ...more } }] : []
  }
  if (isCreated) return announce('created')
  const changedMembers = [...changed].filter((member) => member !== 'archivedAt')
  return [
    ...(changed.has('archivedAt') ? announce(facts['archivedAt'] ? 'archived' : 'restored') : []),
    ...(changedMembers.length > 0 ? announce('updated', { changedMembers }) : []),
  ]
}
