import { Marked } from 'marked'
import { anchorOf } from './guide-page.ts'
import { readingPath } from './pages.ts'

/** A page of docs/ or one of its sections. */
export interface PageSection {
  title: string
  /** Its URL in the browser. */
  href: string
  /** The distinct words of its text, except the title. */
  words: string
}

/** The page with its introduction first, and then each of its headings. */
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

/** Splits text into words, paths and codes, without numbers and example ids. */
const split = (text: string): string[] =>
  text.toLowerCase().match(/\p{L}[\p{L}-]{2,}(?:_\p{L}+)*/gu) ?? []
