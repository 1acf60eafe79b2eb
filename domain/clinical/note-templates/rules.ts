import { invalidMembers } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { SECTIONS_OF, type NoteFormat } from '../notes/rules.ts'
import type { NoteTemplate } from './schemas.ts'

type Sections = Pick<NoteTemplate, 'format' | 'sections' | 'customSections'>

/** Refuses sections that the format does not have, and own sections without or with the same keys. */
export const assertTemplateSections = ({ format, sections, customSections }: Sections): void => {
  const issues: Issue[] = []
  const known = keysOf(format)
  for (const key of Object.keys(sections))
    if (!known.includes(key))
      issues.push({
        path: `sections.${key}`,
        code: 'unknown_member',
        message: `is not a section of the format ${format}`,
      })
  if (format === 'SECTIONS' && customSections.length === 0)
    issues.push({ path: 'customSections', code: 'too_few', message: 'must have a section' })
  if (format !== 'SECTIONS' && customSections.length > 0)
    issues.push({
      path: 'customSections',
      code: 'not_allowed',
      message: `must be empty, because the format ${format} has its own sections`,
    })
  const keys = customSections.map(({ key }) => key)
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index)
      issues.push({
        path: `customSections.${index}.key`,
        code: 'duplicate',
        message: 'is already the key of another section',
      })
  if (issues.length > 0) throw invalidMembers(issues)
}

const keysOf = (format: NoteFormat): readonly string[] =>
  format === 'SECTIONS' ? [] : SECTIONS_OF[format]
