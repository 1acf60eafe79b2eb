import { invalid, invalidMembers, missing } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { SECTIONS, type NoteFormat, type Soap } from './rules.ts'

/** A section of a note in another format than SOAP. The note keeps the titles that it began with. */
export interface NoteSection {
  key: string
  title: string
  required: boolean
  text: string
}

/** The text of a note: in the four members of SOAP, or in sections. */
export type NoteText = Soap & { sections: NoteSection[] }

/** The members of a request that contain text. */
export type GivenText = Partial<Soap> & { sections?: { key: string; text: string }[] }

const EMPTY: Soap = { subjective: '', objective: '', assessment: '', plan: '' }

/** The text with which a note begins: that of its template, replaced by what the author gave. */
export const beginningText = (
  format: NoteFormat,
  template: { soap: Partial<Soap>; sections: NoteSection[] },
  given: GivenText,
): NoteText =>
  changedText(format, { ...EMPTY, ...template.soap, sections: template.sections }, given)

/** The text after a change. Members and sections that are not given stay. */
export const changedText = (format: NoteFormat, before: NoteText, given: GivenText): NoteText => {
  const { sections = [], ...soap } = given
  if (format === 'SOAP') {
    if (given.sections)
      throw invalid(
        'sections',
        'unknown_member',
        `A SOAP note has the members ${SECTIONS.join(', ')}.`,
      )
    return { ...before, ...soap }
  }
  const issues: Issue[] = Object.keys(soap).map((path) => ({
    path,
    code: 'unknown_member',
    message: `is a member of SOAP notes; write into sections in a note of the format ${format}`,
  }))
  const texts = new Map<string, string>()
  for (const [index, { key, text }] of sections.entries()) {
    const path = `sections.${index}.key`
    if (texts.has(key)) issues.push({ path, code: 'duplicate', message: 'is already given' })
    if (!before.sections.some((it) => it.key === key))
      issues.push({
        path,
        code: 'invalid_value',
        message: `is not a section of this note, which has ${before.sections.map((it) => it.key).join(', ')}`,
      })
    texts.set(key, text)
  }
  if (issues.length > 0) throw invalidMembers(issues)
  return {
    ...before,
    sections: before.sections.map((it) => ({ ...it, text: texts.get(it.key) ?? it.text })),
  }
}

/** The format of a new note: the one given, that of its template, or SOAP. */
export const formatOf = (
  given: NoteFormat | undefined,
  template: { format: NoteFormat } | null,
): NoteFormat => {
  if (template && given && given !== template.format)
    throw invalid(
      'format',
      'mismatch',
      `The template is for notes in the format ${template.format}.`,
    )
  const format = template?.format ?? given ?? 'SOAP'
  if (format === 'SECTIONS' && !template) throw missing('templateId')
  return format
}

/** Each section's text by its key, in any format. */
export const textsOf = (format: string, note: Soap & { sections: readonly NoteSection[] }) =>
  Object.fromEntries(
    format === 'SOAP'
      ? SECTIONS.map((key) => [key, note[key]])
      : note.sections.map(({ key, text }) => [key, text]),
  ) as Record<string, string>
