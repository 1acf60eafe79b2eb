import type { NoteSection } from '../notes/note-text.ts'
import { SECTIONS, SECTIONS_OF, type NoteFormat, type Soap } from '../notes/rules.ts'
import type { NoteTemplate } from './schemas.ts'

/** With what a note begins: the texts of SOAP, or the sections of its format or of its template. */
export const templateText = (
  format: NoteFormat,
  template: NoteTemplate | null,
): { soap: Partial<Soap>; sections: NoteSection[] } => {
  const { sections = {}, customSections = [] } = template ?? {}
  if (format === 'SOAP') {
    const texts = SECTIONS.map((key) => [key, sections[key]?.text ?? ''] as const)
    return { soap: Object.fromEntries(texts), sections: [] }
  }
  if (format === 'SECTIONS')
    return {
      soap: {},
      sections: customSections.map(({ key, title, required, text = '' }) => ({
        key,
        title,
        required,
        text,
      })),
    }
  return {
    soap: {},
    sections: SECTIONS_OF[format].map((key) => ({
      key,
      title: key.charAt(0).toUpperCase() + key.slice(1),
      required: sections[key]?.required ?? false,
      text: sections[key]?.text ?? '',
    })),
  }
}
