import { Marked } from 'marked'
import { anchorOf } from './guide-page.ts'
import { readingPath } from './pages.ts'

/** A page of docs/, or a section. */
export interface PageSection {
  title: string
  /** Its browser URL. */
  href: string
  /** The distinct words of its text, without the title. */
  words: string
}

/** The page with its introduction first; then each heading. */
export const sectionsOf = (path: string, markdown: string): PageSection[] => {
  const sections: { title: string; anchor: string; text: string }[] = []
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const title = String(token['text']).replaceAll('`', '')
      sections.push({ title, anchor: sections.length === 0 ? '' : `#${anchorOf(title)}`, text: '' })
    } else if (sections.length > 0) sections.at(-1)!.text += ` ${token.raw}`
  }
  return sections.map(({ title, anchor, text }) => ({
    title,
    href: readingPath(path) + anchor,
    words: wordsOf(text, title),
  }))
}

const wordsOf = (text: string, title: string): string => {
  const own = new Set(split(title))
  return [...new Set(split(text))].filter((word) => !own.has(word)).join(' ')
}

/** Words, paths and codes, without numbers and example ids. */
const split = (text: string): string[] =>
  text.toLowerCase().match(/\p{L}[\p{L}-]{2,}(?:_\p{L}+)*/gu) ?? []
