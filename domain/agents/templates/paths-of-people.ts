import { RECORDS, WITHOUT_PERSONAL_DATA } from '#vocabulary/resources.ts'
import { STAFF } from '#vocabulary/person-table.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { AgentDefinition } from '../definitions/definition.ts'

/** Where a definition contains the id of a person, or of a record about one, as paths of issues. */
export const pathsOfPeople = (definition: AgentDefinition): string[] => pathsIn(definition, '')

const pathsIn = (value: unknown, path: string): string[] => {
  if (typeof value === 'string') return namesPerson(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`),
  )
}

const ID = /\b[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

const namesPerson = (text: string): boolean =>
  [...text.matchAll(ID)].some(([id]) => {
    const entity = subjectOf(id)?.type
    const table = entity && RECORDS[entity].table
    if (table === undefined) return false
    const because = WITHOUT_PERSONAL_DATA[table]
    return because === undefined || (because === STAFF && entity !== 'role')
  })
